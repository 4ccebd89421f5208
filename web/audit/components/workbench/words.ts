import type { TAccountAnswer } from '#application/contract/audit.ts';
import { fieldInWords } from '#domain/audit/eventRow.ts';
import type { Change } from '#domain/audit/replay/difference.ts';
import { formatSum, toUnits } from '#domain/shared/currencies.ts';
import { durationInShort } from '#domain/shared/durations.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import type { Excluded } from '#domain/transactions/process/conditions.ts';
import type { RegionName } from '#domain/transactions/process/regions.ts';
import type { TAccount } from '#domain/transactions/tAccount.ts';
import type { Obstacle } from '#domain/transactions/whyNot.ts';
import { CONDITION_WORDS, REGION_WORDS, STATE_WORDS } from '../../../ui/processText.ts';

const EXCLUDED_WORDS: Record<Excluded, string> = {
  proposer: 'only a second person may confirm a proposed decision',
  decider: 'not by the person whose decision was appealed',
  settler: 'only a second person may confirm a proposed transfer',
  ender: 'only a second person may confirm a proposed end',
};

const stateWord = (region: RegionName, state: unknown): string =>
  (STATE_WORDS[region] as Readonly<Record<string, string>>)[String(state)] ?? String(state);

/** The rule that forbids a command, in words. */
export const obstacleWords = (obstacle: Obstacle): string => {
  if ('region' in obstacle)
    return `not while ${REGION_WORDS[obstacle.region].toLowerCase()} is “${stateWord(obstacle.region, obstacle.state)}”`;
  return 'condition' in obstacle ? `only if ${CONDITION_WORDS[obstacle.condition]}` : EXCLUDED_WORDS[obstacle.who];
};

/** Fields of a state that hold money, in addition to the balances. */
const SUMS =
  /^(amount|fee|total|shippingCost|captured|inEscrow|refundInTransit|refunded|refundedTwice|chargedBack|payable|payoutInTransit|paidOut|overpaid|feeTaken|keptForSeller|keptPaid|platformLoss|toSeller|toBuyer|due|over|asked|price|domestic|continental|international)$/;
const INSTANT = /(At|By|Until|since|until|Since)$/;
const DURATION = /^(remaining|inspectionLeft|pausedBefore)$/;
/** Numbers above this are instants: 2001 and later, in ms. */
const AFTER_2001 = 1e12;

type Reading = { currency: string; time: (instant: number) => string };

const valueWords = (name: string, value: unknown, { currency, time }: Reading): string => {
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'number') {
    if (value > AFTER_2001 && INSTANT.test(name)) return time(value);
    if (SUMS.test(name)) return formatSum(value, currency);
    return DURATION.test(name) ? durationInShort(value) : String(value);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${value.length} entries`;
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  return entries
    .slice(0, 3)
    .map(([key, inner]) => `${fieldInWords(key)} ${valueWords(key, inner, { currency, time })}`)
    .join(', ');
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
    name: path.map((part) => (/^[0-9a-f]{24,}$/.test(part) ? part.slice(0, 8) : fieldInWords(part))).join(' › '),
    before: valueWords(name, before, reading),
    after: valueWords(name, after, reading),
  };
};

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
