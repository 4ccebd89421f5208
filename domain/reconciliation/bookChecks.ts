import { z } from 'zod';
import { type Decider, record } from '../shared/decider.ts';
import { type EventOf, firstVersion, revised } from '../shared/events.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { providerBalance, sumsByCurrency } from '../transactions/ledgerAccounts.ts';

/** Result of one nightly check. Amounts in cents; no personal data. */
const found = {
  /** The day in Amsterdam: `2026-11-21`. */
  night: z.iso.date(),
  /** By account type, over all transactions, zeros included. */
  totals: z.record(z.string(), z.int()),
  entries: z.int().nonnegative(),
  /** Position of the last event in the books. */
  position: z.string(),
  /** Number of events up to that position. */
  events: z.int().nonnegative(),
  /** SHA-256 chain over all events so far. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** The balance at the payment provider, and the one our books expect. */
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

/**
 * `linked`: chained event by event, so it can stop and resume anywhere. `joined` (version 1): one hash over the
 * night's events.
 */
const sealed = { seal: z.enum(['linked', 'joined']) };
/** An older release would compute the other hash and report a broken chain. */
const otherSeal = { never: 'the nights were sealed in another way' };
const onceJoined = <Found>(data: Found) => ({ ...data, seal: 'joined' as const });

/** `since`: the first night with this same difference, so one cause raises one alarm. */
const difference = { ...found, faults: z.array(z.enum(FAULTS)).min(1), since: z.iso.date() };

/** Stream `attestation-ledger`: one event per night. */
export const bookCheckEvents = {
  LedgerAttested: revised(firstVersion(found), { ...found, ...sealed }, onceJoined, otherSeal),
  LedgerDifferenceFound: revised(firstVersion(difference), { ...difference, ...sealed }, onceJoined, otherSeal),
} as const;

export type BookCheckEvent = EventOf<typeof bookCheckEvents>;
export type Finding = Omit<Extract<BookCheckEvent, { type: 'LedgerAttested' }>['data'], 'at'>;

export type Books = {
  /** By account type. */
  totals: Readonly<Record<string, Cents>>;
  entries: number;
  /** Balances that differ from the sum of their entries. */
  wrongBalances: number;
  /** Ended transactions that still hold money. */
  leftovers: number;
};

export type AttestLedger = {
  type: 'AttestLedger';
  at: Instant;
  night: string;
  books: Books;
  /** The books were behind the event store. */
  behind: boolean;
  position: string;
  events: number;
  digest: string;
  atProvider: Cents;
};

export type BookChecks = {
  last: Finding | null;
  /** The last night's difference, and since when; null if there was none. */
  difference: { signature: string; since: string } | null;
};

/** What the provider should hold, in euros: received and not yet paid out. */
export const expectedAtProvider = ({ totals }: Books): Cents => providerBalance(totals).held;

/** Each currency must sum to zero. */
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

/** Identifies a difference by its kind and size, while the totals keep changing. */
const signatureOf = ({ faults, atProvider, expectedAtProvider }: Omit<Found, 'since'>): string =>
  [...faults, atProvider - expectedAtProvider].join(' ');

/** One result per night, however often it runs. Missed nights stay empty. */
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
