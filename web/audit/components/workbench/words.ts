import type { TAccountAnswer } from '#application/contract/audit.ts';
import { AFTER_2001, fieldInWords } from '#domain/audit/eventRow.ts';
import { SUM_FIELDS } from '#domain/audit/eventSums.ts';
import type { Change } from '#domain/audit/replay/difference.ts';
import type { TransactionMoment } from '#domain/audit/replay/transactionMoment.ts';
import { LABELS } from '#domain/notifications/eventLabels.ts';
import { formatSum, toUnits } from '#domain/shared/currencies.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import type { RegionName } from '#domain/transactions/process/regions.ts';
import type { Hold } from '#domain/transactions/state.ts';
import type { TAccount } from '#domain/transactions/tAccount.ts';
import type { Obstacle } from '#domain/transactions/whyNot.ts';
import { CONDITION_WORDS, joined, REGION_WORDS, STATE_WORDS } from '../../../ui/processText.ts';

export const stateWord = (region: RegionName, state: unknown): string =>
  (STATE_WORDS[region] as Readonly<Record<string, string>>)[String(state)] ?? String(state);

/** With more states a list says less than the one that forbids. */
const MOST_STATES = 4;

export const HOLD_WORDS: Record<Hold, string> = {
  paused: 'the escrow is paused',
  disputed: 'a dispute is open',
  refundDeferred: 'a refund waits',
  returning: 'a return is open',
  chargeback: 'a chargeback is open',
  staff: 'staff hold the sale',
};

type Period = NonNullable<Extract<Obstacle, { condition: unknown }>['period']>;
type Time = (instant: number) => string;

const periodWords = ({ from, until }: Period, time: Time): string => {
  if (from !== null && until !== null) return `from ${time(from)} until ${time(until)}`;
  return from === null ? `until ${time(until ?? 0)}` : `from ${time(from)}`;
};

/** `placedBy`: the event that placed a hold, such as “event 5, warden, 28 Nov 2026”. */
export type Blocking = { time: Time; placedBy: (hold: Hold) => string | undefined };

/** What blocks it, each with the event that placed it. */
export const blockedWords = (holds: readonly Hold[], { placedBy }: Pick<Blocking, 'placedBy'>): string => {
  const said = holds.map((hold) => {
    const event = placedBy(hold);
    return event === undefined ? HOLD_WORDS[hold] : `${HOLD_WORDS[hold]} (${event})`;
  });
  return `not while ${joined(said, 'or')}`;
};

/** Every reason against a command: the holds, and the first other rule. */
export const forbiddenWords = (
  { obstacle, holds, isByHold }: TransactionMoment['forbidden'][number],
  blocking: Blocking,
): string => {
  if (holds.length === 0) return obstacleWords(obstacle, blocking);
  const blocked = blockedWords(holds, blocking);
  return isByHold ? blocked : `${blocked}; ${obstacleWords(obstacle, blocking)}`;
};

/** The rule that forbids a command, in words, and where or when it would not. */
const obstacleWords = (obstacle: Obstacle, { time }: { time: Time }): string => {
  if ('region' in obstacle) {
    const { region, state, needs } = obstacle;
    const is = `not while ${REGION_WORDS[region].toLowerCase()} is “${stateWord(region, state)}”`;
    if (needs.length === 0 || needs.length > MOST_STATES) return is;
    const states = [...new Set(needs.map((each) => `“${stateWord(region, each)}”`))];
    return `${is}, only while it is ${joined(states, 'or')}`;
  }
  const { condition, period } = obstacle;
  return `only if ${CONDITION_WORDS[condition]}${period ? `: ${periodWords(period, time)}` : ''}`;
};

/** Fields of a state that hold money, in addition to the balances. */
const SUMS =
  /^(amount|fee|total|shippingCost|captured|inEscrow|refundInTransit|refunded|refundedTwice|chargedBack|payable|payoutInTransit|paidOut|overpaid|feeTaken|keptForSeller|keptPaid|platformLoss|toSeller|toBuyer|due|over|asked|price|domestic|continental|international)$/;
const DURATION = /^(remaining|inspectionLeft|pausedBefore)$/;
/** `isErased`: the later state is that of an erased account, whose fields are as before its registration. */
type Reading = { currency: string; time: (instant: number) => string; isErased?: boolean };

/** `{transaction}r2`: the ids that a transaction gives. */
const OWN_ID = /^[0-9a-f]{24,}([rpd])(\d+)$/;
const OWN: Readonly<Record<string, string>> = { r: 'refund', p: 'payout', d: 'decision' };

const labelOf = (name: string): string => {
  const [, kind = '', place] = OWN_ID.exec(name) ?? [];
  if (place !== undefined) return `${OWN[kind]} ${place}`;
  return /^[0-9a-f]{24,}$/.test(name) ? name.slice(0, 8) : (LABELS.field(name) ?? fieldInWords(name));
};

/** The states of refunds, payouts and chargebacks. */
const STANDING: Readonly<Record<string, string>> = { live: 'under way', lateOpen: 'opened late' };
const STANDING_FIELDS = ['state', 'stands', 'status'];

const codeWords = (name: string, value: string): string => {
  if (OWN_ID.test(value)) return labelOf(value);
  if (STANDING_FIELDS.includes(name)) return STANDING[value] ?? fieldInWords(value);
  return LABELS.value(name, value) ?? value;
};

/** A list of fields leaves empty values out. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === false;

const valueWords = (name: string, value: unknown, { currency, time }: Reading): string => {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'number') {
    if (value > AFTER_2001) return time(value);
    if (value === 0 && /At$/.test(name)) return 'none';
    if (SUMS.test(name)) return formatSum(value, currency);
    return DURATION.test(name) ? durationInShort(value) : String(value);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return codeWords(name, value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${value.length} entries`;
  const entries = Object.entries(value).filter(([, inner]) => !isNothing(inner));
  if (entries.length === 0) return 'none';
  return entries
    .slice(0, 3)
    .map(([key, inner]) => `${labelOf(key)} ${valueWords(key, inner, { currency, time })}`)
    .join(', ');
};

/** Instants are stored in ms, sums in cents. */
export const numberNote =
  ({ currency, time }: Reading) =>
  (field: string, number: number | string): string | undefined => {
    if (typeof number === 'string') return undefined;
    if (number > AFTER_2001) return time(number);
    return SUMS.test(field) || SUM_FIELDS.includes(field) ? formatSum(number, currency) : undefined;
  };

const isRegion = (name: string): name is RegionName => Object.hasOwn(REGION_WORDS, name);

export type ChangeWords = { name: string; before: string; after: string };

/** A change of a transaction’s state or of another state: regions of the chart by their names, the rest by its field. */
export const changeWords = ({ path, before, after }: Change, reading: Reading): ChangeWords => {
  const [first = '', ...inner] = path;
  if (inner.length === 0 && isRegion(first) && typeof after === 'string')
    return { name: REGION_WORDS[first], before: stateWord(first, before), after: stateWord(first, after) };
  const name = path.at(-1) ?? '';
  return {
    name: path.map(labelOf).join(' › '),
    before: valueWords(name, before, reading),
    after: reading.isErased && first !== 'status' ? 'erased' : valueWords(name, after, reading),
  };
};

/** Whether the words of both values differ: some states that the rules tell apart have one name. */
export const isShownChange = ({ before, after }: ChangeWords): boolean => before !== after;

/** Counters of the fold itself. */
const COUNTERS = ['revision', 'movedAt'];
export const isCounter = ({ path }: Change): boolean => COUNTERS.includes(path[0] ?? '');

/** An account of one transaction, without the long id: `escrow`. */
export const accountWord = (account: string): string => account.split(':')[0]?.replaceAll('_', ' ') ?? account;

/** A T-account as the API would carry it. */
export const shownTAccount = ({ currency, ...sums }: TAccount): TAccountAnswer => {
  const shown = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, toUnits(sum, currency)]));
  return { currency, ...(shown as Omit<TAccountAnswer, 'currency'>) };
};

/** A balance as the API would carry it. */
export const inUnits = ({ account, amount }: { account: string; amount: number }) => {
  const currency = currencyOfAccount(account);
  return { account, amount: toUnits(amount, currency), currency };
};
