const KEY = 'receipts';
const MOST = 300;

/** What this browser was promised, the oldest first: signed notes in base64url. They stay when somebody signs out. */
export const keptReceipts = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/** Keeps the `X-Receipt` of an answer. */
export const sawReceipt = (header: string | null): void => {
  if (!header) return;
  try {
    localStorage.setItem(KEY, [...keptReceipts().slice(1 - MOST), header].join(' '));
  } catch {
    // no room: the command is done all the same, and what it wrote can be proven without it
  }
};
