import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { totalOf } from '#domain/transactions/fees.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { standingOf } from '../accounts/sellerStanding.ts';
import type { Position } from '../ports/eventStore.ts';
import { ProviderMisconfigured, ProviderRefused, ProviderUnavailable } from '../ports/payments.ts';
import { providerTimeout } from '../shared/providerTimeout.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Loaded } from '../streams/loading.ts';
import { agrees, type ClientSums, quoteOf, quotePromised } from './quote.ts';
import { type PurchaseRejection, refusedTo, type TransactionDeps, visibleTransaction } from './transactionDeps.ts';

type Address = Extract<TransactionCommand, { type: 'SetShipping' }>['address'];
type Opened = Result<{ checkoutUrl: string; position: Position | undefined }, PurchaseRejection>;
type Request =
  | Omit<Extract<TransactionCommand, { type: 'SetShipping' }>, 'at' | 'by'>
  | Omit<Extract<TransactionCommand, { type: 'OpenCheckout' }>, 'at' | 'by'>;
type OpenCheckout = { attempt: number; sessionId: string; url: string };

/** A placeholder, to ask the domain before the provider is called. */
const NOT_YET_OPEN: OpenCheckout = { attempt: 1, sessionId: 'not-yet-open', url: 'not-yet-open' };

/** Also corrects the address while a checkout is open; that checkout is expired first. */
export const setShipping = async (
  id: TransactionId,
  { address, sums }: { address: Address; sums: ClientSums },
  context: CommandContext,
  deps: TransactionDeps,
): Promise<Opened> => {
  const found = await visibleTransaction(deps.repository.transactions.load, id, context.actor);
  if (!found.ok) return found;
  const { state: transaction } = found.value;
  const repeated = await repeatedAnswer(found.value, context, deps);
  if (repeated) return repeated;
  const shipping = await quotePromised(transaction, address.country, deps.repository);
  if (!shipping.ok) return shipping;
  const { zone, cost } = shipping.value;
  const request = { type: 'SetShipping', address, zone, shippingCost: cost } as const;
  const quote = quoteOf(transaction, cost);
  return pay(found.value, (checkout) => ({ ...request, checkout }), totalOf(transaction, cost), context, deps, {
    agreed: () => (agrees(sums, quote) ? ok(undefined) : reject({ code: 'quoteChanged', quote })),
  });
};

export const initiatePayment = async (
  id: TransactionId,
  context: CommandContext,
  deps: TransactionDeps,
): Promise<Opened> => {
  const found = await visibleTransaction(deps.repository.transactions.load, id, context.actor);
  return found.ok ? payAgain(found.value, context, deps) : found;
};

/** Returns the open checkout if there is one. */
export const payAgain = async (
  loaded: Loaded<Transaction>,
  context: CommandContext,
  deps: TransactionDeps,
): Promise<Opened> => {
  const { state: transaction } = loaded;
  if (context.actor.id !== transaction.buyerId) return reject({ code: 'notYourTransaction' });
  const repeated = await repeatedAnswer(loaded, context, deps);
  if (repeated) return repeated;
  const { checkout, total } = transaction;
  const ask = askingProvider(deps);
  if (transaction.status === 'PAYMENT_PENDING' && checkout && deps.clock.now() < transaction.windowEndsAt) {
    const stands = await ask(() => deps.payments.askCheckout(checkout.sessionId));
    if (!stands.ok) return stands;
    if (stands.value.state === 'open' && (await canShip(transaction, deps)))
      return ok({ checkoutUrl: checkout.url, position: undefined });
    if (stands.value.state === 'paid' || stands.value.state === 'processing')
      return reject({ code: 'paymentUnderWay' });
  }
  return pay(loaded, (checkout) => ({ type: 'OpenCheckout', checkout }), total ?? 0, context, deps, { ask });
};

/** A suspended seller cannot confirm a shipment, so nothing may be paid to them. */
const canShip = async ({ sellerId }: Transaction, { repository }: TransactionDeps): Promise<boolean> =>
  !(await standingOf(repository, sellerId)).suspended;

type Conditions = { agreed?: () => Result<undefined, PurchaseRejection>; ask?: AskProvider };

/** Asks the domain, opens the checkout at the provider, then writes the event. */
const pay = async (
  loaded: Loaded<Transaction>,
  request: (checkout: OpenCheckout) => Request,
  total: Cents,
  context: CommandContext,
  deps: TransactionDeps,
  { agreed = () => ok(undefined), ask = askingProvider(deps) }: Conditions,
): Promise<Opened> => {
  const { repository, clock, payments } = deps;
  const { state: transaction } = loaded;
  const command = (checkout: OpenCheckout) =>
    ({ ...request(checkout), at: clock.now(), by: context.actor }) as TransactionCommand;
  const attempt = (transaction.checkout?.attempt ?? 0) + 1;
  const trial = transactionAggregate.decide(command({ ...NOT_YET_OPEN, attempt }), transaction);
  if (!trial.ok) return reject(refusedTo(context.actor, transaction, request(NOT_YET_OPEN).type, trial.error));
  const agreement = agreed();
  if (!agreement.ok) return agreement;
  if (!(await canShip(transaction, deps))) return reject({ code: 'sellerAway' });

  const old = transaction.checkout;
  if (old && transaction.status === 'PAYMENT_PENDING') {
    const ended = await ask(() => payments.expireCheckout(old.sessionId));
    if (!ended.ok) return ended;
    if (ended.value.state === 'paid' || ended.value.state === 'processing') return reject({ code: 'paymentUnderWay' });
  }
  const opened = await ask(() => payments.openCheckout(checkoutRequest(transaction, attempt, total, deps)));
  if (!opened.ok) return opened;
  const checkout = { attempt, sessionId: opened.value.sessionId, url: opened.value.url };
  const written = await repository.transactions.decide(loaded, command(checkout), context);
  if (!written.ok) return written;
  return ok({
    checkoutUrl: written.value.state.checkout?.url ?? checkout.url,
    position: written.value.position,
  });
};

const checkoutRequest = (transaction: Transaction, attempt: number, amount: Cents, { publicUrl }: TransactionDeps) => ({
  transactionId: transaction.id,
  attempt,
  amount,
  description: transaction.item.title,
  strongAuthentication: transaction.amount > termsFor(transaction).highValue,
  returnUrl: `${publicUrl}/payment/complete?transaction_id=${transaction.id}`,
  cancelUrl: `${publicUrl}/transactions/${transaction.id}`,
  expiresAt: transaction.windowEndsAt,
});

type NoAnswer = { code: 'paymentUnavailable' | 'paymentNotInitialized' };

/** A call that timed out may still succeed at the provider. The next attempt with the same key gets its result. */
const askingProvider = ({ patience }: TransactionDeps) => {
  const awaited = providerTimeout(patience);
  return async <Answer>(call: () => Promise<Answer>): Promise<Result<Answer, NoAnswer>> => {
    try {
      return ok(await awaited(call));
    } catch (error) {
      if (error instanceof ProviderRefused || error instanceof ProviderMisconfigured)
        return reject({ code: 'paymentNotInitialized' });
      if (error instanceof ProviderUnavailable) return reject({ code: 'paymentUnavailable' });
      throw error;
    }
  };
};

type AskProvider = ReturnType<typeof askingProvider>;

/** The first result: a retry must not open a second checkout. */
const repeatedAnswer = async (
  loaded: Loaded<Transaction>,
  context: CommandContext,
  { repository }: TransactionDeps,
): Promise<Opened | undefined> => {
  const first = await repository.transactions.repeated(loaded, context);
  const checkout = first?.state.checkout;
  return checkout ? ok({ checkoutUrl: checkout.url, position: first?.position }) : undefined;
};
