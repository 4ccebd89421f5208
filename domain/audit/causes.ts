import type { Cents } from '../shared/money.ts';

/** An event as its cause sees it. `references`: ids of the provider in it, such as a refund's. */
export type CausedEvent = {
  id: string;
  revision: number;
  type: string;
  at: number;
  causationId: string;
  correlationId: string;
  actor: { id: string; role: string };
  /** The reason or category that its author chose from a list; null for others. */
  reason: string | null;
  references: readonly string[];
  /** The deadlines that are armed after it, each by the id that names it as a cause. */
  deadlines: readonly string[];
  entries: readonly { account: string; amount: Cents }[];
};

/** A message of the provider. `at`: when it arrived. */
export type CausedWebhook = {
  eventId: string;
  name: string;
  at: number;
  outcome: string | null;
  references: readonly string[];
};

/** A job, call or e-mail. `at`: when it was asked for. */
export type CausedEffect = {
  kind: 'job' | 'providerCall' | 'mail';
  ref: string;
  name: string;
  at: number;
  eventId: string | null;
  job: string | null;
  outcome: string;
  reason: string | null;
  attempts: number;
  nextAt: number | null;
};

type Details =
  | { kind: 'event'; event: CausedEvent }
  | { kind: 'webhook'; webhook: CausedWebhook }
  | { kind: 'effect'; effect: CausedEffect }
  /** Somebody's call, or something that was due. */
  | { kind: 'request' | 'due'; name: string; actor: CausedEvent['actor'] };

/** `parent`: the id of the node that caused this one. Parents come before their children. */
export type CauseNode = { id: string; parent: string | null } & Details;

export type CauseSources = {
  events: readonly CausedEvent[];
  webhooks: readonly CausedWebhook[];
  effects: readonly CausedEffect[];
};

const MOST_NODES = 200;
const WEBHOOK = 'provider.';
const SYSTEM_ROLE = 'system';

const idOfEffect = ({ kind, ref }: Pick<CausedEffect, 'kind' | 'ref'>): string => `${kind}:${ref}`;

/** `refund:R7.2` is a call about `R7`. */
const isAbout = ({ kind, ref }: CausedEffect, reference: string): boolean => {
  const key = ref.slice(ref.indexOf(':') + 1);
  return kind === 'providerCall' && (key === reference || key.startsWith(`${reference}.`));
};

/** The cause of a webhook: the latest call about its object, otherwise the latest event that names it. */
const answered = ({ references, at }: CausedWebhook, { events, effects }: CauseSources): string | null => {
  const call = effects.findLast((effect) => effect.at <= at && references.some((one) => isAbout(effect, one)));
  if (call) return idOfEffect(call);
  return (
    events.findLast((event) => event.at <= at && event.references.some((one) => references.includes(one)))?.id ?? null
  );
};

/** The event that armed a deadline, for good until the deadline fired. */
const armedBy = (deadline: string, fired: CausedEvent, { events }: CauseSources): string | null => {
  const earlier = events.filter(({ revision }) => revision < fired.revision);
  const last = earlier.findLastIndex(({ deadlines }) => deadlines.includes(deadline));
  const before = earlier.slice(0, last).findLastIndex(({ deadlines }) => !deadlines.includes(deadline));
  return earlier[last < 0 ? last : before + 1]?.id ?? null;
};

const nodesOf = (sources: CauseSources): Map<string, CauseNode> => {
  const { events, webhooks, effects } = sources;
  const nodes = new Map<string, CauseNode>();
  const put = (node: CauseNode): void => void (nodes.has(node.id) || nodes.set(node.id, node));
  const known = new Set([...events.map(({ id }) => id), ...webhooks.map(({ eventId }) => `${WEBHOOK}${eventId}`)]);
  for (const event of events) {
    const { id, causationId, actor } = event;
    if (!known.has(causationId)) {
      const kind = actor.role === SYSTEM_ROLE ? 'due' : 'request';
      const parent = kind === 'due' ? armedBy(causationId, event, sources) : null;
      put({ id: causationId, parent, kind, name: causationId, actor });
    }
    put({ id, parent: causationId, kind: 'event', event });
  }
  for (const webhook of webhooks) {
    const id = `${WEBHOOK}${webhook.eventId}`;
    put({ id, parent: answered(webhook, sources), kind: 'webhook', webhook });
  }
  const jobs = new Set(effects.flatMap((effect) => (effect.kind === 'job' ? [effect.ref] : [])));
  for (const effect of effects) {
    const parent = effect.job !== null && jobs.has(effect.job) ? `job:${effect.job}` : effect.eventId;
    put({ id: idOfEffect(effect), parent, kind: 'effect', effect });
  }
  return nodes;
};

/** The causes of an event, the first one first. */
const pathTo = (eventId: string, nodes: ReadonlyMap<string, CauseNode>): CauseNode[] => {
  const path = new Map<string, CauseNode>();
  for (let node = nodes.get(eventId); node && !path.has(node.id); node = nodes.get(node.parent ?? ''))
    path.set(node.id, node);
  return [...path.values()].reverse();
};

const childrenIn = (nodes: Iterable<CauseNode>): ReadonlyMap<string, readonly CauseNode[]> => {
  const children = new Map<string, CauseNode[]>();
  for (const node of nodes)
    if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  return children;
};

/** Events in their order; what they caused elsewhere comes after them. */
const revisionOf = (node: CauseNode): number => (node.kind === 'event' ? node.event.revision : Number.MAX_SAFE_INTEGER);

const correlationOf = (node: CauseNode): string | undefined =>
  node.kind === 'event' ? node.event.correlationId : undefined;

/**
 * Why an event happened: its causes from the first one, then everything that the same request recorded and caused, at most 200 nodes. Empty
 * for an unknown event.
 */
export const causesOf = (eventId: string, sources: CauseSources): CauseNode[] => {
  const nodes = nodesOf(sources);
  const path = pathTo(eventId, nodes);
  const [first] = path;
  if (!first) return [];
  const children = childrenIn(nodes.values());
  const kept = new Map(path.map((node) => [node.id, node]));
  const followed = new Set<string>();
  const follow = (node: CauseNode): void => {
    if (followed.has(node.id) || (kept.size >= MOST_NODES && !kept.has(node.id))) return;
    followed.add(node.id);
    if (!kept.has(node.id)) kept.set(node.id, node);
    for (const child of children.get(node.id) ?? []) follow(child);
  };
  const correlation = correlationOf(nodes.get(eventId)!);
  const begun = path.findIndex((node) => correlationOf(node) === correlation);
  const before = path[begun - 1];
  const root = before && before.kind !== 'event' ? before : path[begun]!;
  follow(root);
  for (const node of nodes.values()) {
    if (correlationOf(node) !== correlation || kept.has(node.id)) continue;
    // another history of the same request caused it
    const [top] = pathTo(node.id, nodes);
    if (!top || kept.has(top.id)) continue;
    follow(top);
    if (kept.has(top.id)) kept.set(top.id, { ...top, parent: root.id });
  }
  const ofParent = childrenIn(kept.values());
  const ordered = new Set<CauseNode>();
  const place = (node: CauseNode): void => {
    if (ordered.has(node)) return;
    ordered.add(node);
    const next = (ofParent.get(node.id) ?? []).toSorted((one, other) => revisionOf(one) - revisionOf(other));
    for (const child of next) place(child);
  };
  place(first);
  const [, ...rest] = ordered;
  return [{ ...first, parent: null }, ...rest];
};
