import { z } from 'zod';
import {
  type CauseNodeAnswer,
  type EffectAnswer,
  effectsQuery,
  type StreamEffects,
  streamEffects,
} from '#application/contract/effects.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { deadlineName } from '#application/transactions/policies/deadlines.ts';
import { access } from '#domain/access/access.ts';
import { basisOf } from '#domain/audit/basis.ts';
import { type CausedEffect, type CausedEvent, type CauseNode, causesOf } from '#domain/audit/causes.ts';
import { actingIn, partOf } from '#domain/audit/eventRow.ts';
import { isTransactionEvent } from '#domain/notifications/inFull/inFull.ts';
import { toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { commandOf } from '#domain/transactions/process/commandOf.ts';
import type { Part } from '#domain/transactions/process/commandTable.ts';
import { armedDeadlines, transactionAggregate } from '#domain/transactions/transaction.ts';
import { referencesIn, type StoredEffect } from '../../../observability/effects/queries.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { recordedWords } from '../../rejections.ts';
import type { EndpointDeps } from '../deps.ts';
import { refuseClosed } from './closedHistories.ts';
import { readingOf } from './history.ts';

const TRANSACTION = 'transaction-';
const MOST_REFUSALS = 100;
const PENDING: readonly string[] = ['waiting', 'failed', 'dead'];

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

type Shown = StoredEffect & { kind: EffectAnswer['kind'] };
export const isShown = <Effect extends StoredEffect>(effect: Effect): effect is Effect & Shown =>
  effect.kind !== 'refusal';

const isOverdue = ({ outcome, nextAt }: Pick<CausedEffect, 'outcome' | 'nextAt'>, now: Instant): boolean =>
  (outcome === 'waiting' || outcome === 'failed') && nextAt !== null && nextAt < now;

export const shownEffect = (
  { kind, name, ref, outcome, reason, attempts, firstAt, at, nextAt, ms }: Shown,
  now: Instant,
): EffectAnswer => ({
  kind,
  name,
  ref,
  outcome,
  reason,
  attempts,
  askedAt: iso(firstAt),
  triedAt: outcome === 'waiting' ? null : iso(at),
  nextAt: isoOrNull(nextAt),
  overdue: isOverdue({ outcome, nextAt }, now),
  ms,
});

type Actor = StoredEvent['metadata']['actor'];

/** Names the parties of a transaction by their side, and people by their username. */
type Naming = (actor: Actor) => { actor: string; username: string | null };

const EMPTY = {
  at: null,
  revision: null,
  actor: null,
  username: null,
  command: null,
  outcome: null,
  reason: null,
  attempts: null,
  nextAt: null,
  overdue: false,
  entries: [],
};

/** `{template}-{account}-{event}` names an e-mail; some go to no account. */
const recipientIn = (ref: string): Actor | undefined => {
  const [, id] = /^[^-]+-([0-9a-f]{32})-/.exec(ref) ?? [];
  return id === undefined ? undefined : { id, role: 'member' };
};

/** Chosen from a list, so it is not personal. */
const chosenReason = ({ type, data }: StoredEvent): string | null => {
  const chosen = type === 'TransactionCancelled' ? data.reason : type === 'DisputeOpened' ? data.category : null;
  return typeof chosen === 'string' ? chosen : null;
};

/** `commands`: by request, the command that its events show. */
type Showing = { name: Naming; commands: ReadonlyMap<string, string | null>; now: Instant };

const shownNode = (node: CauseNode, { name, commands, now }: Showing): CauseNodeAnswer => {
  const { id, parent } = node;
  switch (node.kind) {
    case 'event': {
      const { type, at, revision, actor, reason, entries } = node.event;
      const shown = entries.map(({ account, amount }) => {
        const currency = currencyOfAccount(account);
        return { account, amount: toUnits(amount, currency), currency };
      });
      return {
        ...EMPTY,
        id,
        parent,
        kind: 'event',
        name: type,
        at: iso(at),
        revision,
        reason,
        ...name(actor),
        entries: shown,
      };
    }
    case 'webhook': {
      const { name: kind, at, outcome } = node.webhook;
      return { ...EMPTY, id, parent, kind: 'webhook', name: kind, at: iso(at), outcome };
    }
    case 'effect': {
      const { kind, name: called, ref, at, outcome, reason, attempts, nextAt } = node.effect;
      const recipient = kind === 'mail' ? recipientIn(ref) : undefined;
      return {
        ...EMPTY,
        ...(recipient && name(recipient)),
        id,
        parent,
        kind,
        name: called,
        at: iso(at),
        outcome,
        reason,
        attempts,
        nextAt: isoOrNull(nextAt),
        overdue: isOverdue({ outcome, nextAt }, now),
      };
    }
    default:
      return {
        ...EMPTY,
        ...name(node.actor),
        id,
        parent,
        kind: node.kind,
        name: node.name,
        command: commands.get(id) ?? null,
      };
  }
};

export const refusalWords = (code: string): { code: string; message: string } => ({
  code,
  message: recordedWords(code),
});

const PARTS: Readonly<Record<string, Part>> = { buyer: 'buyer', seller: 'seller', staff: 'staff', admin: 'staff' };

/** By request of a transaction: the command that its events show. */
const commandsOf = (events: readonly CausedEvent[], name: Naming): ReadonlyMap<string, string | null> => {
  const types = new Map<string, { types: TransactionEventType[]; part: Part | undefined }>();
  for (const { type, causationId, actor } of events) {
    const of = types.get(causationId) ?? { types: [], part: PARTS[name(actor).actor] };
    if (isTransactionEvent(type)) types.set(causationId, { ...of, types: [...of.types, type] });
  }
  return new Map([...types].map(([cause, of]) => [cause, of.part ? commandOf(of.types, of.part) : null]));
};

const causedEffect = ({ firstAt, ...effect }: Shown): CausedEffect => ({ ...effect, at: firstAt });

/** The effects of a history, and the causes of its events. */
export const auditEffectEndpoints = ({
  queries,
  store,
  journal,
  clock,
}: Pick<EndpointDeps, 'queries' | 'store' | 'journal' | 'clock'>): Endpoint[] => {
  /** The armed deadlines after each event of a transaction. */
  const deadlinesOf = async (stream: string): Promise<Deadline[][]> => {
    if (!stream.startsWith(TRANSACTION)) return [];
    let transaction = transactionAggregate.initial;
    return (await journal.load(stream)).events.map((event) => {
      transaction = transactionAggregate.evolve(transaction, event as Recorded<TransactionEvent>);
      return armedDeadlines(transaction);
    });
  };

  const namingOf = async (first: StoredEvent, actors: readonly Actor[]): Promise<Naming> => {
    const people = actors.filter(({ role }) => role !== 'system' && role !== 'provider');
    const names = await queries.accounts.usernamesOf(people.map(({ id }) => id));
    return (actor) => {
      const username = names.get(actor.id);
      return { actor: partOf(actor, first), username: username === ERASED ? null : (username ?? null) };
    };
  };

  const causedEvents = async (
    stored: readonly StoredEvent[],
    stream: string,
    deadlines: readonly Deadline[][],
  ): Promise<CausedEvent[]> => {
    const entries = stream.startsWith(TRANSACTION)
      ? await queries.ledger.entriesOf(stream.slice(TRANSACTION.length))
      : [];
    return stored.map((event) => {
      const { id, revision, type, recordedAt, data, metadata } = event;
      return {
        id,
        revision,
        type,
        // the instant of the marketplace’s clock, like those of effects and messages
        at: typeof data.at === 'number' ? data.at : recordedAt,
        causationId: metadata.causationId,
        correlationId: metadata.correlationId,
        actor: actingIn({ type, data, actor: metadata.actor }) as Actor,
        references: referencesIn(data),
        deadlines: (deadlines[revision] ?? []).map(({ kind, dueAt }) =>
          deadlineName({ transactionId: stream.slice(TRANSACTION.length), kind, dueAt }),
        ),
        reason: chosenReason(event),
        entries: entries.filter((entry) => entry.eventId === id),
      };
    });
  };

  const show = async (stream: string, revision: number | undefined, reader: SignedIn): Promise<StreamEffects> => {
    refuseClosed(stream, reader);
    const stored = await store.readStream(stream);
    const [first] = stored;
    if (!first) throw new Refused({ code: 'streamNotFound' });
    await readingOf(stored, reader, queries);
    const focus = revision === undefined ? undefined : stored[revision];
    if (revision !== undefined && !focus) throw new Refused({ code: 'streamNotFound' });
    const all = await queries.effects.effectsOf(stream);
    const effects = all.filter(isShown);
    const refused = all.flatMap(({ kind, name, reason, actor, at }) =>
      kind === 'refusal' && actor ? [{ command: name, ...refusalWords(reason ?? ''), actor, at: iso(at) }] : [],
    );
    const recipients = effects.flatMap(({ kind, ref }) => (kind === 'mail' ? (recipientIn(ref) ?? []) : []));
    const actors = [
      ...stored.map(({ type, data, metadata }) => actingIn({ type, data, actor: metadata.actor }) as Actor),
      ...refused.map(({ actor }) => actor),
      ...recipients,
    ];
    const [named, deadlines] = await Promise.all([namingOf(first, actors), deadlinesOf(stream)]);
    const webhooks = stream.startsWith(TRANSACTION)
      ? await queries.effects.webhooksOf(stream.slice(TRANSACTION.length))
      : [];
    const sources = {
      events: focus ? await causedEvents(stored, stream, deadlines) : [],
      webhooks,
      effects: effects.map(causedEffect),
    };
    const now = clock.now();
    const showing = { name: named, commands: commandsOf(sources.events, named), now };
    const causes = focus ? causesOf(focus.id, sources) : [];
    const about = causes.flatMap((node) => (node.kind === 'event' ? [node.event.revision] : []));
    const basis = basisOf(about, sources.events).map((event): CauseNode => {
      return { id: event.id, parent: null, kind: 'event', event };
    });
    return {
      pending: effects.filter(({ outcome }) => PENDING.includes(outcome)).map((effect) => shownEffect(effect, now)),
      deadlines: (deadlines.at(-1) ?? []).map(({ kind, dueAt }) => ({ kind, dueAt: iso(dueAt) })),
      refusals: refused
        .map(({ actor, ...refusal }) => ({ ...refusal, ...named(actor) }))
        .reverse()
        .slice(0, MOST_REFUSALS),
      causes: causes.map((node) => shownNode(node, showing)),
      basis: basis.map((node) => shownNode(node, showing)),
    };
  };

  return [
    endpoint({
      method: 'get',
      path: 'audit/streams/{stream}/effects',
      operationId: 'getEffects',
      summary: 'List pending work, refused commands and the causes of an event',
      tag: 'Audit',
      may: access.history.see.events,
      params: z.object({ stream: z.string().max(200) }),
      query: effectsQuery,
      response: streamEffects,
      handle: async ({ params: { stream }, query: { revision }, account }) => ({
        body: await show(stream, revision, account),
      }),
    }),
  ];
};
