import { isTransactionEvent } from '#domain/notifications/inFull/inFull.ts';
import { toUnits } from '#domain/shared/currencies.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { evolve } from '#domain/transactions/evolve.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { NO_TRANSACTION } from '#domain/transactions/noTransaction.ts';
import type { StoredEvent } from '../../ports/eventStore.ts';
import type { LedgerLine } from './bundleFormat.ts';

/** Fields that older versions of money-moving events lack. Fields added to other events move no money. */
const LACKED: Readonly<Record<string, Record<string, unknown>>> = { ChargebackPartlyLost: { ours: 0 } };

const asRead = ({ type, data }: StoredEvent): TransactionEvent =>
  ({ type, data: { ...LACKED[type], ...data } }) as TransactionEvent;

/** The ledger entries that follow from the stored events. Undefined if the events break the transaction's rules. */
export const ledgerOfTransaction = (events: readonly StoredEvent[]): LedgerLine[] | undefined => {
  if (!events.every(({ type }) => isTransactionEvent(type))) return undefined;
  try {
    let transaction = NO_TRANSACTION;
    const lines: LedgerLine[] = [];
    for (const event of events) {
      const fact = asRead(event);
      for (const { account, amount } of postings(fact, transaction)) {
        const currency = currencyOfAccount(account);
        lines.push({ account, amount: toUnits(amount, currency), currency, eventId: event.id });
      }
      transaction = evolve(transaction, fact);
    }
    return lines;
  } catch {
    return undefined; // events of a forged log can contain anything
  }
};
