import { createHash } from 'node:crypto';
import { impossible, orphaned, type Unmatched } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { type Actor, PROVIDER, SYSTEM } from '#domain/shared/actor.ts';
import type { Rejection, Result } from '#domain/shared/decider.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { Recorded } from '../ports/eventCodec.ts';
import type { Log } from '../ports/log.ts';
import type { CommandContext, Outcome } from '../streams/command.ts';
import type { Loaded } from '../streams/loading.ts';
import type { Repository } from '../streams/repository.ts';
import { unmatchedEventId } from '../streams/streamNames.ts';
import { idIn } from '../streams/transactionSummary.ts';

/** Why a policy acts: `id` and `step` make the command id, so a repeated cause writes once. */
export type Cause = { id: string; step: string; correlationId?: string };

export const causedBy = (event: Recorded, step: string): Cause => ({
  id: event.id,
  step,
  correlationId: event.metadata.correlationId,
});

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const contextOf = ({ id, step, correlationId }: Cause, actor: Actor): CommandContext => ({
  commandId: digest(`${id}:${step}`),
  correlationId: correlationId ?? id,
  causationId: id,
  actor,
});

type Answered<Event, State> = Promise<Result<Outcome<Event, State>, Rejection>>;

type Streams<Request, Event, State> = {
  send(id: string, request: Request, context: CommandContext): Answered<Event, State>;
  sendOn(loaded: Loaded<State>, request: Request, context: CommandContext): Answered<Event, State>;
};

type CommandDeps = { repository: Repository; log: Log };

/**
 * Sends a policy's command to a stream, given its id or its loaded state. A rejection means that the state has
 * moved on: it is logged, and the result is undefined. Store failures throw, and the policy retries.
 */
export const openCommands = ({ repository, log }: CommandDeps) => {
  const sender =
    <Request extends { type: string }, Event, State>(
      kind: string,
      streams: Streams<Request, Event, State>,
      by: Actor = SYSTEM,
    ) =>
    async (to: string | Loaded<State>, request: Request, cause: Cause): Promise<Outcome<Event, State> | undefined> => {
      const context = contextOf(cause, by);
      const isId = typeof to === 'string';
      const outcome = await (isId ? streams.send(to, request, context) : streams.sendOn(to, request, context));
      if (outcome.ok) return outcome.value;
      const details = { [kind]: isId ? to : idIn(to.stream), command: request.type, refusal: outcome.error.code };
      log.info(details, "a policy's command is no longer possible");
      return undefined;
    };

  return {
    toTransaction: sender('sale', repository.transactions),
    /** Provider events are recorded with the provider as actor. */
    providerEventToTransaction: sender('sale', repository.transactions, PROVIDER),
    toCaseDesk: sender('case', repository.caseDesks),
    toListing: sender('listing', repository.listings),
    toName: sender('name', repository.usernames),
    toListingReports: sender('notice', repository.listingReports),
    toUnpaidPurchases: sender('buyer', repository.unpaidPurchases),
    toAccount: sender('account', repository.accounts),
    toSearches: sender('account', repository.savedSearches),
    withoutTransaction: (fact: ProviderEvent, cause: Cause) =>
      repository.unmatchedEvents.send(unmatchedEventId(fact.eventId), orphaned(fact), contextOf(cause, PROVIDER)),
    impossible: (fact: ProviderEvent, saleId: TransactionId | null, cause: Cause) =>
      repository.unmatchedEvents.send(
        unmatchedEventId(fact.eventId),
        impossible(fact, saleId),
        contextOf(cause, PROVIDER),
      ),
    /** The provider has an object that our events do not mention, or describe differently. */
    unmatched: (object: Unmatched, cause: Cause) =>
      repository.unmatchedEvents.send(
        unmatchedEventId(object.eventId),
        { type: 'RecordUnmatched', ...object },
        contextOf(cause, SYSTEM),
      ),
    /** The provider and our books agree about the object of this case. */
    agreed: (eventId: string) =>
      repository.unmatchedEvents.send(
        unmatchedEventId(eventId),
        { type: 'CloseAgreed' },
        contextOf({ id: eventId, step: 'agreed' }, SYSTEM),
      ),
  };
};

export type Commands = ReturnType<typeof openCommands>;
