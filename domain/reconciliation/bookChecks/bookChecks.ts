import { type Decider, record } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import { sumsByCurrency } from '../../transactions/ledgerAccounts.ts';
import type { BookCheckEvent, Fault, Finding } from './events.ts';

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
