import { z } from 'zod';
import { type EventOf, fact, revised } from '../../shared/events.ts';

/** What one night's look into the books has found. Sums in cents; nothing here names anybody. */
const found = {
  /** The day, in Amsterdam, on whose night it was made: `2026-11-21`. */
  night: z.iso.date(),
  /** By kind of account, over all sales; those at zero too. */
  totals: z.record(z.string(), z.int()),
  entries: z.int().nonnegative(),
  /** The last event that the books had seen. */
  position: z.string(),
  /** Of all events up to that position. */
  events: z.int().nonnegative(),
  /** SHA-256, the whole chain's link over all events so far. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** What the payment provider says it holds for us, and what our books say that it must. */
  atProvider: z.int(),
  expectedAtProvider: z.int(),
};

export const FAULTS = [
  'providerDiffers',
  'sumIsNotZero',
  'balancesDiffer',
  'endedSalesHoldMoney',
  'booksBehind',
] as const;
export type Fault = (typeof FAULTS)[number];

export type Seal = 'linked' | 'joined';

/** `linked`: over the digest before an event and that event's hash, event by event, which can be interrupted anywhere. `joined`, the first version: over the night's first digest and all its hashes at once. */
const sealed = { seal: z.enum(['linked', 'joined']) };
/** A release of before would check a seal as it made its own, and find it broken. */
const otherSeal = { never: 'the nights were sealed in another way' };
const onceJoined = <Found>(data: Found) => ({ ...data, seal: 'joined' as const });

/** `since`: the first night on which the very same was found, so that one cause raises one alarm. */
const difference = { ...found, faults: z.array(z.enum(FAULTS)).min(1), since: z.iso.date() };

/** Stream `attestation-ledger`: one a night. */
export const bookCheckEvents = {
  LedgerAttested: revised(fact(found), { ...found, ...sealed }, onceJoined, otherSeal),
  LedgerDifferenceFound: revised(fact(difference), { ...difference, ...sealed }, onceJoined, otherSeal),
} as const;

export type BookCheckEvent = EventOf<typeof bookCheckEvents>;
export type Finding = Omit<Extract<BookCheckEvent, { type: 'LedgerAttested' }>['data'], 'at'>;
