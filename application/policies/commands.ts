import { createHash } from 'node:crypto';
import { account } from '#domain/accounts/account.ts';
import type { AccountCommand } from '#domain/accounts/commands.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { type Account, sellerStandingOf } from '#domain/accounts/state.ts';
import type { ListingCommand } from '#domain/listings/commands.ts';
import { listing } from '#domain/listings/listing.ts';
import { PROVIDER, SYSTEM } from '#domain/shared/actor.ts';
import { fold, type Rejection, type Result } from '#domain/shared/decider.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { ProviderFact, SellerStanding, TransactionCommand } from '#domain/transactions/commands.ts';
import { transaction } from '#domain/transactions/transaction.ts';
import { type CommandContext, handleCommand, type Outcome } from '../handleCommand.ts';
import type { Journal } from '../journal.ts';
import { recordOrphan } from '../orphans.ts';
import type { Clock } from '../ports/clock.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import type { Log } from '../ports/log.ts';

/** Why a policy acts: `id` and `step` make the command id, so the same cause writes once. */
export type Cause = { id: string; step: string; correlationId?: string };

export const causedBy = (event: Recorded, step: string): Cause => ({
  id: event.id,
  step,
  correlationId: event.metadata.correlationId,
});

/** A command without what every command carries. */
type Request<Command extends { type: string; at: number; by: unknown }> = Command extends unknown
  ? Omit<Command, 'at' | 'by'>
  : never;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const contextOf = ({ id, step, correlationId }: Cause, actor: CommandContext['actor']): CommandContext => ({
  commandId: digest(`${id}:${step}`),
  correlationId: correlationId ?? id,
  causationId: id,
  actor,
});

type CommandDeps = { journal: Journal; clock: Clock; log: Log };

/**
 * The policies' way to change something. A refusal means that the state has moved on, so it is logged and answered as undefined;
 * a store that fails throws, and the policy tries again.
 */
export const openCommands = ({ journal, clock, log }: CommandDeps) => {
  const settle = <Event, State>(
    outcome: Result<Outcome<Event, State>, Rejection>,
    details: object,
  ): Outcome<Event, State> | undefined => {
    if (outcome.ok) return outcome.value;
    log.info({ ...details, refusal: outcome.error.code }, 'a policy found its command no longer possible');
    return undefined;
  };

  const loadAccount = async (id: AccountId): Promise<Account> => {
    const { events } = await journal.load(`account-${id}`);
    return fold(account, events as unknown as AccountEvent[]);
  };

  const toSale = async (id: TransactionId, request: Request<TransactionCommand>, cause: Cause, by = SYSTEM) => {
    const command = { ...request, at: clock.now(), by } as TransactionCommand;
    const outcome = await handleCommand(journal, transaction, `transaction-${id}`, command, contextOf(cause, by));
    return settle(outcome, { sale: id, command: request.type });
  };

  return {
    loadAccount,
    standingOf: async (seller: AccountId): Promise<SellerStanding> => sellerStandingOf(await loadAccount(seller)),
    toSale,
    /** The provider's facts go in under the provider's name. */
    factToSale: (id: TransactionId, request: Request<TransactionCommand>, cause: Cause) =>
      toSale(id, request, cause, PROVIDER),
    /** The provider tells of a sale that does not exist. */
    orphan: (fact: ProviderFact, cause: Cause) => recordOrphan(fact, contextOf(cause, PROVIDER), { journal, clock }),
    toListing: async (id: ListingId, request: Request<ListingCommand>, cause: Cause) => {
      const command = { ...request, at: clock.now(), by: SYSTEM } as ListingCommand;
      const outcome = await handleCommand(journal, listing, `listing-${id}`, command, contextOf(cause, SYSTEM));
      return settle(outcome, { listing: id, command: request.type });
    },
    toAccount: async (id: AccountId, request: Request<AccountCommand>, cause: Cause) => {
      const command = { ...request, at: clock.now(), by: SYSTEM } as AccountCommand;
      const outcome = await handleCommand(journal, account, `account-${id}`, command, contextOf(cause, SYSTEM));
      return settle(outcome, { account: id, command: request.type });
    },
  };
};

export type Commands = ReturnType<typeof openCommands>;
