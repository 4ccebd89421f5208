import type { AccountId } from '../shared/ids.ts';

/** An event as far as it names people. */
export type NamingEvent = { type: string; actor: { id: string }; data: object };

/** Two people who did together what neither may do alone. */
export type SecondPerson = { proposedBy: AccountId; confirmedBy: AccountId };

const ID = /^[0-9a-f]{32}$/;
const isId = (value: unknown): value is AccountId => typeof value === 'string' && ID.test(value);

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return isId(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
};

/** Every id that may be an account's: those of the actors, and those in the data. */
export const possiblePeopleIn = (events: readonly NamingEvent[]): string[] => [
  ...new Set(events.flatMap(({ actor, data }) => [...idsIn(actor.id), ...idsIn(data)])),
];

/** `proposerOf`: of the latest proposal of a kind, for a confirmation that does not name its author. */
const pairIn = (
  { type, actor, data }: NamingEvent,
  proposerOf: (proposal: string) => unknown,
): readonly [proposedBy: unknown, confirmedBy: unknown] => {
  const { proposedBy, by, decidedBy, confirmedBy, grantedBy, role } = data as Record<string, unknown>;
  switch (type) {
    case 'DecisionConfirmed':
      return [proposerOf('DecisionProposed'), confirmedBy];
    case 'DisputeDecided':
      return [decidedBy, actor.id];
    case 'RoleGranted':
      return [proposerOf(`RoleProposed ${role}`), grantedBy];
    default:
      return [proposedBy ?? by, confirmedBy];
  }
};

/** By place: the events that a second person confirmed. `events`: of one history, from its first one. */
export const secondPersonsIn = (events: readonly NamingEvent[]): ReadonlyMap<number, SecondPerson> => {
  const proposers = new Map<string, unknown>();
  const found = new Map<number, SecondPerson>();
  for (const [place, event] of events.entries()) {
    const [proposedBy, confirmedBy] = pairIn(event, (proposal) => proposers.get(proposal));
    if (isId(proposedBy) && isId(confirmedBy) && proposedBy !== confirmedBy)
      found.set(place, { proposedBy, confirmedBy });
    const data = event.data as Record<string, unknown>;
    if (event.type === 'DecisionProposed') proposers.set(event.type, data.proposedBy);
    if (event.type === 'RoleProposed') proposers.set(`${event.type} ${data.role}`, data.proposedBy);
  }
  return found;
};

export const secondPersonWords = (
  { proposedBy, confirmedBy }: SecondPerson,
  nameOf: (id: AccountId) => string,
): string => `proposed by ${nameOf(proposedBy)}, confirmed by ${nameOf(confirmedBy)}`;
