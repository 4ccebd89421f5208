import { access } from '#domain/access/access.ts';
import { may, partyOf } from '#domain/access/right.ts';
import type { AccountRejection } from '#domain/accounts/commands.ts';
import type { ListingRejection } from '#domain/listings/commands.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { Id, TransactionId } from '#domain/shared/ids.ts';
import { mayEver, partOf, type RuledCommand } from '#domain/transactions/allowed.ts';
import type { TransactionRejection } from '#domain/transactions/commands.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import type { GrantRefusal } from '../accounts/staffTenure.ts';
import type { ErrorBody } from '../contract/common.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments } from '../ports/payments.ts';
import type { Loaded } from '../streams/loading.ts';
import type { Repository } from '../streams/repository.ts';
import type { BankPhotoRefusal, BankPhotos } from './bankPhotos.ts';
import type { EvidenceUploads, ProviderObjects } from './storage.ts';
import type { UnpaidRefusal } from './unpaid.ts';

export type TransactionDeps = {
  repository: Repository;
  clock: Clock;
  newId: () => Id;
  payments: Pick<Payments, 'openCheckout' | 'expireCheckout' | 'askCheckout'>;
  evidence: Pick<EvidenceUploads, 'find' | 'keep'>;
  reconciliation: ProviderObjects;
  bankPhotos: BankPhotos;
  /** Maximum wait for the provider, in ms. */
  patience?: number;
  /** The marketplace's public URL. */
  publicUrl: string;
};

/** Sums in euros, as in an error body. */
export type Quote = NonNullable<ErrorBody['quote']>;

export type PurchaseRejection =
  | TransactionRejection
  | ListingRejection
  | AccountRejection
  | UnpaidRefusal
  | GrantRefusal
  | BankPhotoRefusal
  /** Unknown or not visible to the caller, who cannot tell which. */
  | { code: 'transactionNotFound' }
  | { code: 'priceChanged'; quote: Quote }
  | { code: 'quoteChanged'; quote: Quote }
  /** Not this person's upload for this transaction. */
  | { code: 'evidenceUnknown' }
  /** The provider did not answer in time; nothing was written. */
  | { code: 'paymentUnavailable' }
  /** The provider refused; nothing was written. */
  | { code: 'paymentNotInitialized' }
  /** The current checkout is paid or being paid. */
  | { code: 'paymentUnderWay' };

/** The transaction, if the actor may see it. `load`: how much of it to load. */
export const visibleTransaction = async <Sought extends Loaded<Transaction>>(
  load: (id: TransactionId) => Promise<Sought>,
  id: TransactionId,
  actor: Actor,
): Promise<Result<Sought, { code: 'transactionNotFound' }>> => {
  const found = await load(id);
  if (found.revision === 'none') return reject({ code: 'transactionNotFound' });
  return may(access.sale.see.sale, partyOf(found.state, actor.id) ?? actor.role)
    ? ok(found)
    : reject({ code: 'transactionNotFound' });
};

/** Distinguishes commands of the other party from commands that are only impossible now. */
export const refusedTo = (
  actor: Actor,
  transaction: Transaction,
  command: RuledCommand,
  refusal: TransactionRejection,
): TransactionRejection => {
  const part = partOf(transaction, actor);
  return refusal.code === 'notNow' && part && !mayEver(part, command) ? { code: 'notYourTransaction' } : refusal;
};
