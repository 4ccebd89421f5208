import { z } from 'zod';
import { type Decider, record } from '../shared/decider.ts';
import { type EventOf, fact, revised } from '../shared/events.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { sumsByCurrency } from '../transactions/ledgerAccounts.ts';

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

export type Books = {
  /** By kind of account. */
  totals: Readonly<Record<string, Cents>>;
  entries: number;
  /** How many kept balances are not what their entries add up to. */
  wrongBalances: number;
  /** How many sales are over and hold money all the same. */
  leftovers: number;
};

export type AttestLedger = {
  type: 'AttestLedger';
  at: Instant;
  night: string;
  books: Books;
  /** The books had not seen all events when they were read. */
  behind: boolean;
  position: string;
  events: number;
  digest: string;
  atProvider: Cents;
};

export type BookChecks = {
  last: Finding | null;
  /** What was wrong on the last night, and since when; null when all was well. */
  difference: { signature: string; since: string } | null;
};

/** What came in over the provider and has not left it again, in euros. */
export const expectedAtProvider = ({ totals }: Books): Cents => -(totals.psp_clearing ?? 0) - (totals.seller_paid ?? 0);

/** In each currency by itself. */
const isEven = (totals: Books['totals']): boolean =>
  [...sumsByCurrency(Object.entries(totals).map(([account, amount]) => ({ account, amount }))).values()].every(
    (sum) => sum === 0,
  );

export const faultsOf = ({
  books,
  atProvider,
  behind,
}: Pick<AttestLedger, 'books' | 'atProvider' | 'behind'>): Fault[] => [
  ...(atProvider === expectedAtProvider(books) ? [] : (['providerDiffers'] as const)),
  ...(isEven(books.totals) ? [] : (['sumIsNotZero'] as const)),
  ...(books.wrongBalances === 0 ? [] : (['balancesDiffer'] as const)),
  ...(books.leftovers === 0 ? [] : (['endedSalesHoldMoney'] as const)),
  ...(behind ? (['booksBehind'] as const) : []),
];

type Found = Extract<BookCheckEvent, { type: 'LedgerDifferenceFound' }>['data'];

/** By how much, and in what: tells one difference from the next, while the sums themselves go on changing. */
const signatureOf = ({ faults, atProvider, expectedAtProvider }: Omit<Found, 'since'>): string =>
  [...faults, atProvider - expectedAtProvider].join(' ');

/** One night has one attestation, whoever asks and how often; nights that were missed stay without. */
export const bookCheck: Decider<AttestLedger, BookCheckEvent, BookChecks, never> = {
  initial: { last: null, difference: null },
  evolve: (_, { type, data }) => {
    if (type === 'LedgerAttested') return { last: data, difference: null };
    return { last: data, difference: { signature: signatureOf(data), since: data.since } };
  },
  decide: (command, { last, difference }) => {
    const { at, night, books, position, events, digest, atProvider } = command;
    if (last !== null && night <= last.night) return record();
    const { totals, entries } = books;
    const expected = expectedAtProvider(books);
    const found = {
      at,
      night,
      totals,
      entries,
      position,
      events,
      digest,
      seal: 'linked' as const,
      atProvider,
      expectedAtProvider: expected,
    };
    const faults = faultsOf(command);
    if (faults.length === 0) return record({ type: 'LedgerAttested', data: found });
    const known = difference?.signature === signatureOf({ ...found, faults });
    const since = known ? difference.since : night;
    return record({ type: 'LedgerDifferenceFound', data: { ...found, faults, since } });
  },
};
