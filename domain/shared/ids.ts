import { z } from 'zod';

/** UUIDv7 as 32 lower-case hex digits: sortable, and without a hyphen, because a conversation id is split on hyphens. */
export const id = z.string().regex(/^[0-9a-f]{32}$/);

export type Id = string;

export type AccountId = Id;
export type ListingId = Id;
export type TransactionId = Id;

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The short human id of a sale, such as `TX7K2M9QPD`: eight signs of an alphabet without look-alikes, from the random tail of its id. */
export const shortTransactionId = (transaction: TransactionId): string => {
  let bits = BigInt(`0x${transaction.slice(-10)}`);
  let code = '';
  for (let sign = 0; sign < 8; sign++) {
    code = ALPHABET[Number(bits % 32n)] + code;
    bits /= 32n;
  }
  return `TX${code}`;
};
