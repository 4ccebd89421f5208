import { z } from 'zod';
import {
  type CauseNodeAnswer,
  type EffectAnswer,
  effectsQuery,
  type StreamEffects,
  streamEffects,
} from '#application/contract/effects.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { access } from '#domain/access/access.ts';
import { type CausedEffect, type CausedEvent, type CauseNode, causesOf } from '#domain/audit/causes.ts';
import { actorOf } from '#domain/audit/eventRow.ts';
import { toUnits } from '#domain/shared/currencies.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { referencesIn, type StoredEffect } from '../../../observability/effects/queries.ts';
import { type Endpoint, endpoint, Refused, type SignedIn } from '../../endpoint.ts';
import { rejections } from '../../rejections.ts';
import type { EndpointDeps } from '../deps.ts';
import { refuseClosed } from './closedHistories.ts';
import { readingOf } from './history.ts';

const TRANSACTION = 'transaction-';
const MOST_REFUSALS = 100;
const PENDING: readonly string[] = ['waiting', 'failed', 'dead'];

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

type Shown = StoredEffect & { kind: EffectAnswer['kind'] };
const isShown = (effect: StoredEffect): effect is Shown => effect.kind !== 'refusal';

const shownEffect = ({ kind, name, ref, outcome, reason, attempts, firstAt, at, nextAt, ms }: Shown): EffectAnswer => ({
  kind,
  name,
  ref,
  outcome,
  reason,
  attempts,
  askedAt: iso(firstAt),
  triedAt: outcome === 'waiting' ? null : iso(at),
  nextAt: isoOrNull(nextAt),
  ms,
});

/** Names the parties of a transaction by their side. */
type Naming = (actor: { id: string; role: string }) => string;

const EMPTY = {
  at: null,
  revision: null,
  actor: null,
  outcome: null,
  reason: null,
  attempts: null,
  nextAt: null,
  entries: [],
};

const shownNode = (node: CauseNode, name: Naming): CauseNodeAnswer => {
  const { id, parent } = node;
  switch (node.kind) {
    case 'event': {
      const { type, at, revision, actor, entries } = node.event;
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
        actor: name(actor),
        entries: shown,
      };
    }
    case 'webhook': {
      const { name: kind, at, outcome } = node.webhook;
      return { ...EMPTY, id, parent, kind: 'webhook', name: kind, at: iso(at), outcome };
    }
    case 'effect': {
      const { kind, name: called, at, outcome, reason, attempts, nextAt } = node.effect;
      return {
        ...EMPTY,
        id,
        parent,
        kind,
        name: called,
        at: iso(at),
        outcome,
        reason,
        attempts,
        nextAt: isoOrNull(nextAt),
      };
    }
    default:
      return { ...EMPTY, id, parent, kind: node.kind, name: node.name, actor: name(node.actor) };
  }
};

const refusalWords = (code: string): { code: string; message: string | null } => {
  const answer = (rejections as Readonly<Record<string, { message: unknown }>>)[code];
  return { code, message: typeof answer?.message === 'string' ? answer.message : null };
};

const causedEffect = ({ firstAt, ...effect }: Shown): CausedEffect => ({ ...effect, at: firstAt });

/** The effects of a history, and the causes of its events. */
export const auditEffectEndpoints = ({ queries, store }: Pick<EndpointDeps, 'queries' | 'store'>): Endpoint[] => {
  const causedEvents = async (stored: readonly StoredEvent[], stream: string): Promise<CausedEvent[]> => {
    const entries = stream.startsWith(TRANSACTION)
      ? await queries.ledger.entriesOf(stream.slice(TRANSACTION.length))
      : [];
    return stored.map(({ id, revision, type, recordedAt, data, metadata }) => ({
      id,
      revision,
      type,
      // the instant of the marketplace’s clock, like those of effects and messages
      at: typeof data.at === 'number' ? data.at : recordedAt,
      causationId: metadata.causationId,
      correlationId: metadata.correlationId,
      actor: metadata.actor,
      references: referencesIn(data),
      entries: entries.filter((entry) => entry.eventId === id),
    }));
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
    const named: Naming = (actor) => actorOf({ actor }, first);
    const webhooks = stream.startsWith(TRANSACTION)
      ? await queries.effects.webhooksOf(stream.slice(TRANSACTION.length))
      : [];
    const sources = {
      events: focus ? await causedEvents(stored, stream) : [],
      webhooks,
      effects: effects.map(causedEffect),
    };
    return {
      pending: effects.filter(({ outcome }) => PENDING.includes(outcome)).map(shownEffect),
      refusals: all
        .flatMap(({ kind, name, reason, actor, at }) =>
          kind === 'refusal' && actor
            ? [{ command: name, ...refusalWords(reason ?? ''), actor: named(actor), at: iso(at) }]
            : [],
        )
        .reverse()
        .slice(0, MOST_REFUSALS),
      causes: focus ? causesOf(focus.id, sources).map((node) => shownNode(node, named)) : [],
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
