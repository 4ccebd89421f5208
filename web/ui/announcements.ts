const KEPT = 'announcements';

/** Whether what happens elsewhere is said to a screen reader: on, until somebody turns it off in this browser. */
export const areAnnounced = (): boolean => localStorage.getItem(KEPT) !== 'off';

export const announce = (wanted: boolean): void => {
  if (wanted) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
};
