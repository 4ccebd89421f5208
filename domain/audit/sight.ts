import type { SeenName } from '../access/access.ts';
import { everyRight } from '../access/everyRight.ts';
import { MASK, type Sight } from '../access/mask.ts';
import {
  type Circumstances,
  NO_TRANSACTION,
  type Parties,
  READERS,
  type Right,
  towards,
  type Viewer,
  type Who,
} from '../access/right.ts';
import type { DomainEvent } from '../events.ts';
import type { AccountId } from '../shared/ids.ts';
import { isCase } from '../transactions/cases.ts';
import type { Transaction } from '../transactions/state.ts';
import { PERSONAL_FIELDS } from './personalFields.ts';

const NOBODY: Right = { by: [] };
const RIGHTS: ReadonlyMap<string, Right> = new Map(everyRight.map(({ name, right }) => [name, right]));

const among = (granted: readonly Who[] | undefined, who: readonly Who[]): boolean =>
  granted !== undefined && (granted.includes('visitor') || who.some((one) => granted.includes(one)));

/** How a reader sees a field under one right. `who`: the reader's relation to its subject. */
export const sightUnder = (
  { by, when, withReason }: Right,
  who: readonly Who[],
  circumstances: Circumstances,
): Sight => {
  const now = (['case', 'paid'] as const).flatMap((one) => (circumstances[one] ? (when?.[one] ?? []) : []));
  if (among(by, who) || among(now, who)) return 'clear';
  if (among(withReason, who)) return 'openable';
  return among(READERS, who) ? 'masked' : 'hidden';
};

/** `sightUnder`, given the right's name. */
export const sightOf = (right: SeenName, who: readonly Who[], circumstances: Circumstances = NO_TRANSACTION): Sight =>
  sightUnder(RIGHTS.get(right) ?? NOBODY, who, circumstances);

/** The right that governs a personal field. Undefined: nobody can read it. */
export const rowOfField = (type: string, field: string): SeenName | undefined =>
  PERSONAL_FIELDS[type as DomainEvent['type']]?.[field];

export const personalIn = (type: string): string[] => Object.keys(PERSONAL_FIELDS[type as DomainEvent['type']] ?? {});

/** An event's data without its personal fields. */
export const withoutPersonal = ({ type, data }: { type: string; data: object }): Record<string, unknown> => {
  const personal = personalIn(type);
  return Object.fromEntries(Object.entries(data).filter(([field]) => !personal.includes(field)));
};

/** How a reader sees a field of an event, by its path. Nested values follow their top-level field. */
export const sightOfField = (
  type: string,
  path: string,
  who: readonly Who[],
  circumstances: Circumstances = NO_TRANSACTION,
): Sight => {
  const row = rowOfField(type, path.split(/[./[]/, 1)[0] ?? '');
  return row ? sightOf(row, who, circumstances) : sightUnder(NOBODY, who, circumstances);
};

/** The viewer's relation to an account. */
export const towardsAccount = (id: AccountId, viewer: Viewer): readonly Who[] =>
  id === viewer.id ? [...viewer.roles, 'owner'] : viewer.roles;

/** Whether the viewer can look up an account by e-mail address: an answer reveals whose address it is. */
export const findsByAddress = ({ roles }: Viewer): boolean => sightOf('account.see.email', roles) === 'clear';

/** The viewer's relation to an event. `parties`: of its transaction or conversation. */
export const towardsEvent = (
  { stream, metadata: { actor } }: { stream: string; metadata: { actor: { id: string } } },
  viewer: Viewer,
  parties?: Parties,
): readonly Who[] => [
  ...(parties ? towards(parties, viewer) : towardsAccount(stream.replace(/^account-/, ''), viewer)),
  ...(actor.id === viewer.id ? (['author'] as const) : []),
];

/** `outside`: open cases that no event of the transaction mentions. */
export const circumstancesOf = (transaction: Transaction, outside = 0): Circumstances => ({
  case: isCase(transaction, outside),
  // a wrong or late payment goes back, so nothing is shipped
  paid: transaction.shipBy !== null,
});

/** Missing and erased values stay null. */
export const shownAs = <Value>(value: Value, sight: Sight): Value | typeof MASK | null => {
  if (sight === 'clear' || value === null) return value;
  return sight === 'hidden' ? null : MASK;
};

/** An event's data as the viewer sees it, and the fields that a reason would open. `masked`: something was withheld. */
export const dataFor = <Data extends object>(
  { type, data }: { type: string; data: Data },
  who: readonly Who[],
  circumstances: Circumstances = NO_TRANSACTION,
): { data: Data; openable: string[]; masked: boolean } => {
  const sights = personalIn(type).map((field) => [field, sightOfField(type, field, who, circumstances)] as const);
  const there = sights.filter(
    ([field, sight]) => sight !== 'clear' && (data as Record<string, unknown>)[field] != null,
  );
  const instead = there.map(([field, sight]) => [field, shownAs(MASK, sight)]);
  return {
    data: { ...data, ...Object.fromEntries(instead) },
    openable: there.flatMap(([field, sight]) => (sight === 'openable' ? [field] : [])),
    masked: there.length > 0,
  };
};
