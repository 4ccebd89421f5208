import { shippingFor } from '#domain/listings/priceOffers.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import { partOf, type RuledCommand } from '#domain/transactions/allowed.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { consequencesOf } from '#domain/transactions/consequences.ts';
import { pendingDifference } from '#domain/transactions/differences.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { publicStatus, type Transaction } from '#domain/transactions/state.ts';
import { allowedCommands, transactionAggregate } from '#domain/transactions/transaction.ts';
import { standingOf } from '../accounts/sellerStanding.ts';
import { mayActAsStaff } from '../accounts/staffTenure.ts';
import type { Position } from '../ports/eventStore.ts';
import { bindDeps } from '../shared/bindDeps.ts';
import type { CommandContext } from '../streams/command.ts';
import type { Loaded } from '../streams/loading.ts';
import type { ChosenPhoto } from './bankPhotos.ts';
import { buy } from './buy.ts';
import { initiatePayment, payAgain, setShipping } from './checkout.ts';
import { considerDecision, hashOf } from './consequences.ts';
import { asDiffering, lostBy, objectOfCase } from './differences.ts';
import { attachedTo, ownEvidence } from './evidence.ts';
import { quoteAgreed, quotePromised, quoteShipping, type Shipping } from './quote.ts';
import { commandTowards, type StatusChange } from './statusChange.ts';
import { type PurchaseRejection, refusedTo, type TransactionDeps, visibleTransaction } from './transactionDeps.ts';
import { unpaidRefusal } from './unpaid.ts';

export type { PurchaseRejection as SaleRejection, TransactionDeps as SaleDeps } from './transactionDeps.ts';

/** A difference is named by its case; the sum comes from the provider's object and our events. */
type BookDifference = Extract<TransactionCommand, { type: 'BookDifference' }>;
type Booking = Pick<BookDifference, 'type' | 'rationale' | 'basedOn'> & { caseId: string };

/** A person's command, without what the service adds: time, actor and the seller's standing. */
export type TransactionRequest = TransactionCommand extends infer Command
  ? Command extends BookDifference
    ? Booking
    : Command extends TransactionCommand & { type: RuledCommand }
      ? Omit<Command, Added | (Command extends { type: Repeating } ? 'rationale' | 'reference' : never)> &
          Chosen<Command>
      : never
  : never;

type Added = 'at' | 'by' | 'seller' | 'photos';
/** The service adds the names of the photos. */
type Chosen<Command> = Command extends { photos?: unknown } ? { photos?: readonly ChosenPhoto[] } : unknown;

/** Confirming repeats the proposal's text word for word. */
type Repeating = 'ConfirmDecision' | 'ConfirmOutsideSettlement' | 'ConfirmChargebackEnd';
type Confirming = Extract<TransactionRequest, { type: Repeating }>;
/** A request completed with the text of the proposal, or with the difference. */
type Completed =
  | Exclude<TransactionRequest, Confirming | Booking>
  | Omit<BookDifference, 'at' | 'by'>
  | (Confirming & { rationale: string | null; reference?: string | null });

type Changed = Result<{ sale: Transaction; position: Position | undefined; checkoutUrl?: string }, PurchaseRejection>;
/** What a shipping quote is for. */
type Quotable = {
  sellerId: AccountId;
  listingId?: ListingId | undefined;
  transactionId?: TransactionId | undefined;
};

/** These commands release escrow, so they carry the standing of the seller's account. */
const BRINGS_STANDING: ReadonlySet<TransactionCommand['type']> = new Set([
  'ConfirmDelivery',
  'WithdrawDispute',
  'AcceptClaim',
  'AcceptSettlement',
  'DecideDispute',
  'ConfirmDecision',
  'CounterDecision',
  'EndChargeback',
  'ConfirmChargebackEnd',
  'SettleOutsideProvider',
  'ConfirmOutsideSettlement',
  'LiftStaffHold',
]);

/** Staff commands that do not decide about money. */
const DECIDES_NOTHING: ReadonlySet<TransactionCommand['type']> = new Set([
  'AskParty',
  'RejectDecision',
  'RejectOutsideSettlement',
  'RejectChargebackEnd',
  'CloseCase',
]);

const CONFIRMING: ReadonlySet<string> = new Set([
  'ConfirmDecision',
  'ConfirmOutsideSettlement',
  'ConfirmChargebackEnd',
] satisfies Repeating[]);
const isConfirming = (request: TransactionRequest): request is Confirming => CONFIRMING.has(request.type);

/** Copies the proposer's text from the history, because the state holds no texts. */
const repeating = (request: Confirming, history: readonly TransactionEvent[]): Completed => {
  for (const { type, data } of history) {
    if (type === 'DecisionProposed' && request.type === 'ConfirmDecision' && data.decisionId === request.decisionId)
      return { ...request, rationale: data.rationale };
    if (
      type === 'OutsideSettlementProposed' &&
      request.type === 'ConfirmOutsideSettlement' &&
      data.settlementId === request.settlementId
    )
      return { ...request, rationale: data.rationale, reference: data.reference };
    if (type === 'ChargebackEndProposed' && request.type === 'ConfirmChargebackEnd' && data.endId === request.endId)
      return { ...request, rationale: data.rationale };
  }
  return { ...request, rationale: null };
};

const proposerOf = (transaction: Transaction, request: Completed, now: Instant): AccountId | undefined => {
  const { proposed, outside, chargebacks } = transaction;
  if (request.type === 'ConfirmDecision') return proposed?.by;
  if (request.type === 'ConfirmChargebackEnd') return chargebacks[request.chargebackId]?.ending?.by;
  if (request.type === 'BookDifference') {
    const { lost } = request;
    return lost === null ? undefined : pendingDifference(transaction, { ...request, lost }, now)?.by;
  }
  return request.type === 'ConfirmOutsideSettlement' ? outside.proposed?.by : undefined;
};

/** Whether what would follow is still what was shown. True also for a decision that is refused for another reason. */
const isAsShown = (
  command: Extract<TransactionCommand, { type: 'DecideDispute' | 'CounterDecision' }>,
  transaction: Transaction,
): boolean => {
  const { consequences, toBuyer, rationale, seller, at, by, basedOn } = command;
  if (consequences === undefined || !transactionAggregate.decide(command, transaction).ok) return true;
  // a later event that does not move the case may change what follows
  const now = consequencesOf(transaction, { toBuyer, rationale, seller, at, by: { id: by.id, role: 'staff' } });
  return !now.ok || hashOf(now.value, basedOn) === consequences;
};

export const transactionCommands = (deps: TransactionDeps) => {
  const { repository, clock, evidence, reconciliation } = deps;
  const { transactions } = repository;

  const namedBy = (request: Completed): readonly string[] => ('evidence' in request ? request.evidence : []);

  const actOn = async (
    loaded: Loaded<Transaction>,
    request: Completed,
    context: CommandContext,
  ): Promise<Result<{ sale: Transaction; position: Position | undefined }, PurchaseRejection>> => {
    const { state: transaction } = loaded;
    const { actor } = context;
    if (partOf(transaction, actor) === 'staff' && !DECIDES_NOTHING.has(request.type)) {
      const proposer = proposerOf(transaction, request, clock.now());
      const may = await mayActAsStaff(repository, { actor, at: clock.now(), proposer });
      if (!may.ok) return may;
    }
    const named = namedBy(request);
    const author = { saleId: transaction.id, by: actor.id, now: clock.now() };
    const uploads = named.length > 0 ? await ownEvidence(evidence, author, named) : [];
    if (!uploads) return reject({ code: 'evidenceUnknown' });
    const attached = attachedTo(uploads);
    const bankPhotos =
      request.type === 'SubmitEvidencePack' ? await deps.bankPhotos.documents(transaction.id, request) : undefined;
    if (bankPhotos && !bankPhotos.ok) return bankPhotos;
    const standing = BRINGS_STANDING.has(request.type)
      ? { seller: await standingOf(repository, transaction.sellerId) }
      : {};
    const bound = {
      ...request,
      ...(attached && { attached }),
      ...(bankPhotos && { photos: bankPhotos.value.photos }),
    };
    const command = { ...bound, ...standing, at: clock.now(), by: actor } as TransactionCommand;
    const decides = command.type === 'DecideDispute' || command.type === 'CounterDecision';
    if (decides && !isAsShown(command, transaction)) return reject({ code: 'consequencesChanged' });
    const written = await transactions.decide(loaded, command, context);
    if (!written.ok) return reject(refusedTo(actor, transaction, request.type, written.error));
    // the sweep would mark it too; doing it here lets a very late retry find its uploads
    if (named.length > 0) await evidence.keep(named);
    return ok({ sale: written.value.state, position: written.value.position });
  };

  /** Compares the object as the last reconciliation saw it with the events. */
  const differing = async (
    { type, caseId, rationale, basedOn }: Booking,
    { state, history }: Loaded<Transaction> & { history: readonly TransactionEvent[] },
  ): Promise<Completed> => {
    const words = { type, rationale, basedOn };
    const object = await objectOfCase(caseId, reconciliation);
    if (object?.saleId !== state.id) return { ...words, object: 'payment', objectId: caseId, lost: null };
    const lost = lostBy(object, { history });
    return { ...words, ...asDiffering(object), lost, currency: object.currency };
  };

  const act = async (id: TransactionId, request: TransactionRequest, context: CommandContext): Promise<Changed> => {
    if (isConfirming(request)) {
      const found = await visibleTransaction(transactions.loadWithHistory, id, context.actor);
      return found.ok ? actOn(found.value, repeating(request, found.value.history), context) : found;
    }
    if (request.type === 'BookDifference') {
      const found = await visibleTransaction(transactions.loadWithHistory, id, context.actor);
      return found.ok ? actOn(found.value, await differing(request, found.value), context) : found;
    }
    const found = await visibleTransaction(transactions.load, id, context.actor);
    return found.ok ? actOn(found.value, request, context) : found;
  };

  return {
    ...bindDeps(deps, { buy, setShipping, initiatePayment, unpaidRefusal }),
    act,

    /** @see considerDecision */
    consider: (id: TransactionId, toBuyer: Cents, context: Pick<CommandContext, 'actor'>) =>
      considerDecision(id, toBuyer, context, deps),

    /** `PATCH status`: runs the one command of this actor that leads to that status, if there is one. */
    changeStatus: async (id: TransactionId, change: StatusChange, context: CommandContext): Promise<Changed> => {
      const found = await visibleTransaction(transactions.load, id, context.actor);
      if (!found.ok) return found;
      const request = commandTowards(change, found.value.state, context.actor, clock.now());
      if (!request.ok) return request;
      if (request.value !== 'initiatePayment') return actOn(found.value, request.value, context);
      const opened = await payAgain(found.value, context, deps);
      return opened.ok ? ok({ sale: found.value.state, ...opened.value }) : opened;
    },

    /** The receipt of a purchase for the buyer's bank. */
    receipt: (id: TransactionId) => deps.bankPhotos.receipt(id),

    /** A write that names no command: rejected with the commands the actor may use. */
    refuseUpdate: async (id: TransactionId, { actor }: CommandContext): Promise<Result<never, PurchaseRejection>> => {
      const found = await visibleTransaction(transactions.load, id, actor);
      if (!found.ok) return found;
      const { state: transaction } = found.value;
      return reject({
        code: 'notNow',
        status: publicStatus(transaction),
        allowed: allowedCommands(transaction, actor, clock.now()),
      });
    },

    /**
     * In cents. Uses the seller's rates or those of a listing; an existing purchase or agreement keeps its
     * promised rates.
     */
    quoteShipping: async (
      { sellerId, listingId, transactionId }: Quotable,
      buyerCountry: string,
      { actor }: CommandContext,
    ): Promise<Result<Shipping, PurchaseRejection>> => {
      if (transactionId !== undefined) {
        const found = await visibleTransaction(transactions.load, transactionId, actor);
        if (!found.ok) return found;
        if (found.value.state.sellerId !== sellerId) return reject({ code: 'sellerMismatch' });
        return quotePromised(found.value.state, buyerCountry, repository);
      }
      const offered = listingId === undefined ? undefined : (await repository.listings.load(listingId)).state;
      if (offered?.status === 'none' || offered?.status === 'archived') return reject({ code: 'listingNotFound' });
      if (offered && offered.sellerId !== sellerId) return reject({ code: 'sellerMismatch' });
      const seller = (await repository.accounts.load(sellerId)).state;
      if (seller.status === 'none') return reject({ code: 'accountNotFound' });
      const agreed = offered && shippingFor(offered, actor.id, clock.now());
      return agreed ? quoteAgreed(agreed, buyerCountry) : quoteShipping(seller, offered?.rates ?? null, buyerCountry);
    },

    /** Written to the seller's account, with the transaction's current state. */
    rateSeller: async (
      sellerId: AccountId,
      { transactionId, rating }: { transactionId: TransactionId; rating: number },
      context: CommandContext,
    ): Promise<Result<{ position: Position | undefined }, PurchaseRejection>> => {
      const found = await visibleTransaction(transactions.load, transactionId, context.actor);
      if (!found.ok) return found;
      const transaction = found.value.state;
      if (transaction.sellerId !== sellerId) return reject({ code: 'sellerMismatch' });
      const { buyerId, rateUntil } = transaction;
      const events = { id: transactionId, buyerId, sellerId, status: publicStatus(transaction), rateUntil };
      const request = { type: 'RateSeller', rating, sale: events } as const;
      const rated = await repository.accounts.send(sellerId, request, context);
      return rated.ok ? ok({ position: rated.value.position }) : rated;
    },
  };
};

export type TransactionCommands = ReturnType<typeof transactionCommands>;
