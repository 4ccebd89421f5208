const KEY = 'receipts';
const MOST = 300;

/** Signed receipts in base64url, oldest first. They survive signing out. */
export const keptReceipts = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/** Keeps the `X-Receipt` header of an answer. */
export const sawReceipt = (header: string | null): void => {
  if (!header) return;
  try {
    localStorage.setItem(KEY, [...keptReceipts().slice(1 - MOST), header].join(' '));
  } catch {
    // storage is full: the command still succeeded and remains provable
  }
};
