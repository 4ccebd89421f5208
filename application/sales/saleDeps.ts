import { access } from '#domain/access/access.ts';
import { may, partyOf } from '#domain/access/right.ts';
import type { AccountRejection } from '#domain/accounts/commands.ts';
import type { ListingRejection } from '#domain/listings/commands.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { fold, ok, type Result, reject } from '#domain/shared/decider.ts';
import type { Id, TransactionId } from '#domain/shared/ids.ts';
import { mayEver, partOf, type RuledCommand } from '#domain/transactions/allowed.ts';
import type { TransactionRejection } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { Sale } from '#domain/transactions/sale.ts';
import { transaction } from '#domain/transactions/transaction.ts';
import type { ErrorBody } from '../contract/common.ts';
import type { Journal } from '../journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EvidenceUploads } from '../ports/evidence.ts';
import type { Payments } from '../ports/payments.ts';

export type SaleDeps = {
  journal: Journal;
  clock: Clock;
  newId: () => Id;
  payments: Pick<Payments, 'openCheckout' | 'expireCheckout' | 'askCheckout'>;
  evidence: Pick<EvidenceUploads, 'find' | 'keep'>;
  /** Where the payer's browser finds the marketplace. */
  publicUrl: string;
};

/** Sums in euros, as an error body carries them. */
export type Quote = NonNullable<ErrorBody['quote']>;

export type SaleRejection =
  | TransactionRejection
  | ListingRejection
  | AccountRejection
  /** Unknown, or somebody else's: nobody learns which. */
  | { code: 'transactionNotFound' }
  | { code: 'priceChanged'; quote: Quote }
  | { code: 'quoteChanged'; quote: Quote }
  /** Not an upload of this person for this sale. */
  | { code: 'evidenceUnknown' }
  /** The provider did not answer; nothing was written. */
  | { code: 'paymentNotInitialized' }
  /** The payer has paid, or is paying, at the checkout that stands. */
  | { code: 'paymentUnderWay' };

export const saleStream = (id: TransactionId): string => `transaction-${id}`;

/** Undefined when there is none with that id. */
export const loadSale = async (journal: Journal, id: TransactionId): Promise<Sale | undefined> => {
  const { events } = await journal.load(saleStream(id));
  return events.length === 0 ? undefined : fold(transaction, events as unknown as TransactionEvent[]);
};

/** The sale, for whoever may see it. */
export const visibleSale = async (
  journal: Journal,
  id: TransactionId,
  actor: Actor,
): Promise<Result<Sale, { code: 'transactionNotFound' }>> => {
  const sale = await loadSale(journal, id);
  if (!sale) return reject({ code: 'transactionNotFound' });
  return may(access.sale.see.sale, partyOf(sale, actor.id) ?? actor.role)
    ? ok(sale)
    : reject({ code: 'transactionNotFound' });
};

/** What is the other party's to do is refused as such; what is not possible now says what is. */
export const refusedTo = (
  actor: Actor,
  sale: Sale,
  command: RuledCommand,
  refusal: TransactionRejection,
): TransactionRejection => {
  const part = partOf(sale, actor);
  return refusal.code === 'notNow' && part && !mayEver(part, command) ? { code: 'notYourTransaction' } : refusal;
};
