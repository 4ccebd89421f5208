import {
  type Asked,
  type CounterfactualResult,
  commandFor,
  type Sums,
} from '#application/transactions/counterfactual.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { formatCents } from '#domain/shared/euros.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import type { Difference, MovedDeadline } from '#domain/transactions/counterfactual/outcome.ts';

const iso = (at: Instant): string => new Date(at).toISOString();
const days = (ms: number): string => (ms / DAY).toFixed(1);

const ROWS: readonly [label: string, of: (sums: Sums) => string][] = [
  ['Refunded to buyers', ({ refunded }) => formatCents(refunded)],
  ['Paid to sellers', ({ paidOut }) => formatCents(paidOut)],
  ['Fees', ({ fees }) => formatCents(fees)],
  ['Days of held money', ({ held }) => days(held)],
  ['Days of held money, median', ({ heldMedian }) => days(heldMedian)],
  ['Disputes opened in time', ({ disputes }) => String(disputes)],
  ['Claims after the payout', ({ lateClaims }) => String(lateClaims)],
];

const movedText = ({ kind, was, would }: MovedDeadline): string =>
  `deadline ${kind} ${was === null ? 'none' : iso(was)} → ${would === null ? 'none' : iso(would)}`;

const event = (told: { type: string; at: Instant } | null): string =>
  told ? `${transactionTitle(told.type)}, ${iso(told.at)}` : 'nothing';

const changeIn = ({ was, would }: Difference): string =>
  was && would && was.type === would.type && was.at === would.at
    ? `${event(was)}, with other sums`
    : `${event(was)} → ${event(would)}`;

/** Compares the real outcomes with those under other terms. */
export const tableOf = (asked: Asked, result: CounterfactualResult): string => {
  const { sales, changed, differing, otherSums, movedDeadlines, notInEuros, unreadable, taken } = result;
  const { was, would, disputes, refusals, listed, hash } = result;
  const rows = ROWS.map(([label, of]) => `${label.padEnd(30)}${of(was).padStart(16)}${of(would).padStart(16)}`);
  const each = listed.map(({ reference, difference, deadlines }) => {
    const first = difference ? [`revision ${difference.revision}: ${changeIn(difference)}`] : ['the same events'];
    return `  ${reference}, ${[...first, ...deadlines.map(movedText)].join('; ')}`;
  });
  return [
    `${sales} sales: ${differing} with other events, ${otherSums} with other sums, ${movedDeadlines} with a moved deadline.`,
    '',
    `${''.padEnd(30)}${'as it was'.padStart(16)}${'other terms'.padStart(16)}`,
    ...rows,
    '',
    `${disputes.tooLate} disputes would have come too late, ${disputes.inTime} late claims would have been in time.`,
    `${refusals} requests of people would have been refused.`,
    ...(notInEuros > 0 ? [`${notInEuros} sales were paid in another currency and are not in the sums.`] : []),
    ...(unreadable > 0 ? [`${unreadable} histories cannot be read by this release.`] : []),
    ...(taken > 0 ? [`${taken} steps follow no rule of this release. They were taken as they are.`] : []),
    ...(listed.length > 0 ? ['', 'Sales that differ, and their first other event:', ...each] : []),
    ...(changed > listed.length ? [`  … and ${changed - listed.length} more (--json names them)`] : []),
    '',
    'People’s behaviour is assumed to be unchanged: they do what they did, when they did it, as far as they still can.',
    'Requests that were refused in reality are not tried again.',
    `The histories are known until ${iso(asked.until)}. What comes later is not guessed.`,
    `SHA-256 ${hash}`,
    `Again: ${commandFor(asked)}`,
  ].join('\n');
};
