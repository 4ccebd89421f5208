import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Ledger } from '#application/reconciliation/storage.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';

/** The ledger read model: sums up each event of the log once. */
export const openBooks = (log: () => readonly Recorded[]): Ledger => {
  const transactions = new Map<string, Sale>();
  const totals: Record<string, number> = {};
  let entries = 0;
  let seen = 0;

  const add = (stored: Recorded): void => {
    const event = stored as unknown as TransactionEvent;
    const before = transactions.get(stored.stream) ?? transactionAggregate.initial;
    for (const { account, amount } of postings(event, before)) {
      const kind = account.split(':')[0]!;
      totals[kind] = (totals[kind] ?? 0) + amount;
      entries++;
    }
    transactions.set(stored.stream, transactionAggregate.evolve(before, event));
  };

  return {
    position: async () => log().at(-1)?.position,
    read: async () => {
      for (const stored of log().slice(seen)) if (stored.stream.startsWith('transaction-')) add(stored);
      seen = log().length;
      const position = log().at(-1)?.position;
      return position === undefined
        ? undefined
        : { totals: { ...totals }, entries, wrongBalances: 0, leftovers: 0, position };
    },
  };
};
