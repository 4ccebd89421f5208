import type { TransactionId } from './ids.ts';

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The last ten hex digits of the id behind a short id; undefined if it is invalid. */
export const tailOfTransactionId = (short: string): string | undefined => {
  const signs = /^TX([2-9A-HJ-NP-Z]{8})$/.exec(short.trim().toUpperCase())?.[1];
  if (!signs) return undefined;
  let bits = 0n;
  for (const sign of signs) bits = bits * 32n + BigInt(ALPHABET.indexOf(sign));
  return bits.toString(16).padStart(10, '0');
};

/** Short id for people, such as `TX7K2M9QPD`: eight characters without look-alikes, from the random tail of the id. */
export const shortTransactionId = (transaction: TransactionId): string => {
  let bits = BigInt(`0x${transaction.slice(-10)}`);
  let code = '';
  for (let sign = 0; sign < 8; sign++) {
    code = ALPHABET[Number(bits % 32n)] + code;
    bits /= 32n;
  }
  return `TX${code}`;
};
