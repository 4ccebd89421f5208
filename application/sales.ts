import { account } from '#domain/accounts/account.ts';
import { sellerStandingOf } from '#domain/accounts/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { RuledCommand } from '#domain/transactions/allowed.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { publicStatus, type Sale } from '#domain/transactions/sale.ts';
import { allowedCommands, transaction } from '#domain/transactions/transaction.ts';
import { accountStream, loadAccount } from './accounts/accountDeps.ts';
import { isOwnEvidence } from './evidence.ts';
import { type CommandContext, handleCommand } from './handleCommand.ts';
import type { Journal } from './journal.ts';
import type { Position } from './ports/eventStore.ts';
import { buy, type Purchase } from './sales/buy.ts';
import { initiatePayment, setShipping } from './sales/checkout.ts';
import { type ClientSums, quoteShipping, type Shipping } from './sales/quote.ts';
import { refusedTo, type SaleDeps, type SaleRejection, saleStream, visibleSale } from './sales/saleDeps.ts';
import { commandTowards, type StatusChange } from './sales/statusChange.ts';

export type { SaleDeps, SaleRejection } from './sales/saleDeps.ts';

/** A person's command without what the service adds: time, actor, and what the seller's account says. */
export type SaleRequest = TransactionCommand extends infer Command
  ? Command extends TransactionCommand & { type: RuledCommand }
    ? Omit<Command, 'at' | 'by' | 'seller' | (Command extends { type: 'ConfirmDecision' } ? 'rationale' : never)>
    : never
  : never;

type Changed = Result<{ sale: Sale; position: Position | undefined; checkoutUrl?: string }, SaleRejection>;
type Address = Extract<TransactionCommand, { type: 'SetShipping' }>['address'];

/** What leaves escrow depends on the seller's account: these commands bring what it says. */
const BRINGS_STANDING: ReadonlySet<TransactionCommand['type']> = new Set([
  'ConfirmDelivery',
  'WithdrawDispute',
  'AcceptClaim',
  'AcceptSettlement',
  'DecideDispute',
  'ConfirmDecision',
  'LiftStaffHold',
]);

/** The words of who proposed it: the state of a sale holds no texts. */
const proposedRationale = async (journal: Journal, id: TransactionId, decisionId: string): Promise<string | null> => {
  const { events } = await journal.load(saleStream(id));
  const proposal = events.find((event) => event.type === 'DecisionProposed' && event.data.decisionId === decisionId);
  return proposal?.type === 'DecisionProposed' ? proposal.data.rationale : null;
};

export const saleCommands = (deps: SaleDeps) => {
  const { journal, clock, evidence } = deps;

  const namedBy = (request: SaleRequest): readonly string[] => ('evidence' in request ? request.evidence : []);

  const act = async (id: TransactionId, request: SaleRequest, context: CommandContext): Promise<Changed> => {
    const found = await visibleSale(journal, id, context.actor);
    if (!found.ok) return found;
    const named = namedBy(request);
    const author = { saleId: id, by: context.actor.id, now: clock.now() };
    if (named.length > 0 && !(await isOwnEvidence(evidence, author, named))) return reject({ code: 'evidenceUnknown' });
    const standing = BRINGS_STANDING.has(request.type)
      ? { seller: sellerStandingOf(await loadAccount(journal, found.value.sellerId)) }
      : {};
    const rationale =
      request.type === 'ConfirmDecision' ? { rationale: await proposedRationale(journal, id, request.decisionId) } : {};
    const command = { ...request, ...standing, ...rationale, at: clock.now(), by: context.actor } as TransactionCommand;
    const written = await handleCommand(journal, transaction, saleStream(id), command, context);
    if (!written.ok) return reject(refusedTo(context.actor, found.value, request.type, written.error));
    // without it the sweep finds out by itself; with it a retry finds them, however late
    if (named.length > 0) await evidence.keep(named);
    return ok({ sale: written.value.state, position: written.value.position });
  };

  return {
    act,
    buy: (purchase: Purchase, context: CommandContext) => buy(purchase, context, deps),
    setShipping: (id: TransactionId, shipping: { address: Address; sums: ClientSums }, context: CommandContext) =>
      setShipping(id, shipping, context, deps),
    initiatePayment: (id: TransactionId, context: CommandContext) => initiatePayment(id, context, deps),

    /** `PATCH status`: never a raw write, but the one command of this actor that leads there, if there is one. */
    changeStatus: async (id: TransactionId, change: StatusChange, context: CommandContext): Promise<Changed> => {
      const found = await visibleSale(journal, id, context.actor);
      if (!found.ok) return found;
      const request = commandTowards(change, found.value, context.actor, clock.now());
      if (!request.ok) return request;
      if (request.value !== 'initiatePayment') return act(id, request.value, context);
      const opened = await initiatePayment(id, context, deps);
      return opened.ok ? ok({ sale: found.value, ...opened.value }) : opened;
    },

    /** A write that names no command: refused with what this actor may do. */
    refuseUpdate: async (id: TransactionId, { actor }: CommandContext): Promise<Result<never, SaleRejection>> => {
      const found = await visibleSale(journal, id, actor);
      if (!found.ok) return found;
      const allowed = allowedCommands(found.value, actor, clock.now());
      return reject({ code: 'notNow', status: publicStatus(found.value), allowed });
    },

    /** In cents, from the seller's own rates. */
    quoteShipping: async (sellerId: AccountId, buyerCountry: string): Promise<Result<Shipping, SaleRejection>> => {
      const seller = await loadAccount(journal, sellerId);
      if (seller.status === 'none') return reject({ code: 'accountNotFound' });
      return quoteShipping(seller, buyerCountry);
    },

    /** Written on the seller's account, with what the sale's stream says of it at this moment. */
    rateSeller: async (
      sellerId: AccountId,
      { transactionId, rating }: { transactionId: TransactionId; rating: number },
      context: CommandContext,
    ): Promise<Result<{ position: Position | undefined }, SaleRejection>> => {
      const found = await visibleSale(journal, transactionId, context.actor);
      if (!found.ok) return found;
      const sale = found.value;
      if (sale.sellerId !== sellerId) return reject({ code: 'sellerMismatch' });
      const { buyerId, rateUntil } = sale;
      const facts = { id: transactionId, buyerId, sellerId, status: publicStatus(sale), rateUntil };
      const rated = await handleCommand(
        journal,
        account,
        accountStream(sellerId),
        { type: 'RateSeller', at: clock.now(), by: context.actor, rating, sale: facts },
        context,
      );
      return rated.ok ? ok({ position: rated.value.position }) : rated;
    },
  };
};

export type SaleCommands = ReturnType<typeof saleCommands>;
