import { z } from 'zod';

/** UUIDv7 as 32 lower-case hex digits: sortable. No hyphens, because conversation ids are split on them. */
export const id = z.string().regex(/^[0-9a-f]{32}$/);

export type Id = string;

export type AccountId = Id;
export type ListingId = Id;
export type TransactionId = Id;
