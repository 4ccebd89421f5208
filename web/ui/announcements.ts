const KEPT = 'announcements';

/** Whether screen readers hear live changes; on by default, per browser. */
export const areAnnounced = (): boolean => localStorage.getItem(KEPT) !== 'off';

export const announce = (wanted: boolean): void => {
  if (wanted) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, 'off');
};
