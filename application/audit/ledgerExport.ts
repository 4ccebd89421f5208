import { unitsText } from '#domain/shared/currencies.ts';
import { ACCOUNT_MEANINGS, accountKind } from '#domain/transactions/ledgerAccounts.ts';
import type { LedgerEntryAnswer } from '../contract/audit.ts';
import { csvHead, csvLine, inFileName } from './csv.ts';

const COLUMNS = [
  'at',
  'account',
  'meaning',
  'sale',
  'debit',
  'credit',
  'currency',
  'event',
  'revision',
  'stream',
  'eventId',
];

export const LEDGER_CSV_HEAD = csvHead(COLUMNS);

/** A negative amount is a debit. */
const lineOf = ({
  at,
  account,
  amount,
  currency,
  shortId,
  transactionId,
  type,
  revision,
  eventId,
}: LedgerEntryAnswer) => {
  const decimal = { decimal: unitsText(Math.abs(amount), currency) };
  const kind = accountKind(account);
  const sides = amount < 0 ? [decimal, null] : [null, decimal];
  const [name = account] = account.split(':');
  const stream = `transaction-${transactionId}`;
  return csvLine([
    at,
    name,
    kind ? ACCOUNT_MEANINGS[kind] : null,
    shortId,
    ...sides,
    currency,
    type,
    revision,
    stream,
    eventId,
  ]);
};

export const ledgerCsvOf = (entries: readonly LedgerEntryAnswer[]): string => entries.map(lineOf).join('');

/** `ledger-2026-11-01-2026-11-30-2026-12-01T08-00-00Z`: the days of the period, if any, and the instant. */
export const ledgerExportName = (from: string | undefined, to: string | undefined, now: number): string =>
  ['ledger', from?.slice(0, 10), to?.slice(0, 10), inFileName(now)].filter(Boolean).join('-');
