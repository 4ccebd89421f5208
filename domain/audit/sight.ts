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

/** By a row of the table. `who`: what the reader is towards the thing. */
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

/** Of a row of the table, by its name. */
export const sightOf = (row: SeenName, who: readonly Who[], circumstances: Circumstances = NO_TRANSACTION): Sight =>
  sightUnder(RIGHTS.get(row) ?? NOBODY, who, circumstances);

/** Under which row a personal field of a fact is read; undefined where it has none, and nobody reads it. */
export const rowOfField = (type: string, field: string): SeenName | undefined =>
  PERSONAL_FIELDS[type as DomainEvent['type']]?.[field];

/** The names of the personal fields of a fact. */
export const personalIn = (type: string): string[] => Object.keys(PERSONAL_FIELDS[type as DomainEvent['type']] ?? {});

/** Of one personal field of a fact, by its path in the data: what lies inside a field is read as the field is. */
export const sightOfField = (
  type: string,
  path: string,
  who: readonly Who[],
  circumstances: Circumstances = NO_TRANSACTION,
): Sight => {
  const row = rowOfField(type, path.split(/[./[]/, 1)[0] ?? '');
  return row ? sightOf(row, who, circumstances) : sightUnder(NOBODY, who, circumstances);
};

/** Who somebody is towards an account. */
export const towardsAccount = (id: AccountId, viewer: Viewer): readonly Who[] =>
  id === viewer.id ? [...viewer.roles, 'owner'] : viewer.roles;

/** Whether they may find an account by its address: who types one, and is answered, knows whose it is. */
export const findsByAddress = ({ roles }: Viewer): boolean => sightOf('account.see.email', roles) === 'clear';

/** Who somebody is towards a fact. `parties`: of the sale or the conversation that it belongs to. */
export const towardsEvent = (
  { stream, metadata: { actor } }: { stream: string; metadata: { actor: { id: string } } },
  viewer: Viewer,
  parties?: Parties,
): readonly Who[] => [
  ...(parties ? towards(parties, viewer) : towardsAccount(stream.replace(/^account-/, ''), viewer)),
  ...(actor.id === viewer.id ? (['author'] as const) : []),
];

/** `outside`: what waits for a person in it and no fact of its own says. */
export const circumstancesOf = (transaction: Transaction, outside = 0): Circumstances => ({
  case: isCase(transaction, outside),
  // money of another amount, or too late, goes back: nothing is shipped for it
  paid: transaction.shipBy !== null,
});

/** What a reader is shown of it. What is not there, or erased, stays so: there is nothing to mask. */
export const shownAs = <Value>(value: Value, sight: Sight): Value | typeof MASK | null => {
  if (sight === 'clear' || value === null) return value;
  return sight === 'hidden' ? null : MASK;
};

/** A fact's data as somebody reads it, and which of its fields they would read with a reason. */
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
