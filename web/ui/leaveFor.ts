/** To a page of somebody else's. Ends only where the browser's own arrow brings this page back as it was left, and then it is to be used again. */
export const leaveFor = (address: string): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
    window.location.assign(address);
  });
