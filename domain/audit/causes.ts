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
  references: readonly string[];
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

const nodesOf = (sources: CauseSources): Map<string, CauseNode> => {
  const { events, webhooks, effects } = sources;
  const nodes = new Map<string, CauseNode>();
  const put = (node: CauseNode): void => void (nodes.has(node.id) || nodes.set(node.id, node));
  const known = new Set([...events.map(({ id }) => id), ...webhooks.map(({ eventId }) => `${WEBHOOK}${eventId}`)]);
  for (const event of events) {
    const { id, causationId, actor } = event;
    if (!known.has(causationId)) {
      const kind = actor.role === SYSTEM_ROLE ? 'due' : 'request';
      put({ id: causationId, parent: null, kind, name: causationId, actor });
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

/**
 * Why an event happened and what followed from it: its causes from the first one, then everything it caused, at most
 * 200 nodes. Empty for an unknown event.
 */
export const causesOf = (eventId: string, sources: CauseSources): CauseNode[] => {
  const nodes = nodesOf(sources);
  const path: CauseNode[] = [];
  const seen = new Set<string>();
  for (let node = nodes.get(eventId); node && !seen.has(node.id); node = nodes.get(node.parent ?? '')) {
    seen.add(node.id);
    path.unshift(node);
  }
  const children = new Map<string, CauseNode[]>();
  for (const node of nodes.values())
    if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const found = [...path];
  const follow = (id: string): void => {
    for (const child of children.get(id) ?? []) {
      if (seen.has(child.id) || found.length >= MOST_NODES) continue;
      seen.add(child.id);
      found.push(child);
      follow(child.id);
    }
  };
  follow(eventId);
  const [first, ...rest] = found;
  return first ? [{ ...first, parent: null }, ...rest] : [];
};
