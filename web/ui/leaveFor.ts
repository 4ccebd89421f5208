/** Leaves for another site. Resolves only if Back restores this page from the cache. */
export const leaveFor = (address: string): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
    window.location.assign(address);
  });
