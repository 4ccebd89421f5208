import { inDays } from '#domain/shared/lengths.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { type Checked, LAWS, type Walked } from './check.ts';
import type { findFault } from './faults.ts';

export const PAGE = new URL('../../domain/transactions/checked.md', import.meta.url);

const SHOWN = 20;
const way = (steps: readonly string[]): string =>
  [...steps.slice(0, SHOWN).map((step) => `\`${step}\``), ...(steps.length > SHOWN ? ['…'] : [])].join(' → ');
const number = (count: number): string => count.toLocaleString('en');

export const rowOf = ({ scope, states, steps, compared }: Walked): string =>
  `| ${scope.name} | ${number(states)} | ${number(steps)} | ${number(compared)} |`;

/** The result as a page of the documentation. */
export const pageOf = ({ walked, delays }: Checked, faults: readonly ReturnType<typeof findFault>[]): string =>
  [
    '# What is checked of the escrow',
    '',
    '`npm run check:escrow` walks every state that the rules can lead to, breadth first, and writes this page with `-- --write`. It takes the',
    'product’s own decisions: whatever a party or the staff may do, whatever the provider may say, each deadline in time and late. Two sales count',
    'as one state where the chart, its conditions, the order of their deadlines and their sums (none, a part, all or more of what was paid) agree;',
    'a sample of those is compared: 98 of 100 may do the same next, the others differ in how often a payout was tried.',
    '',
    '| walked | states | steps | compared |',
    '|---|---|---|---|',
    ...walked.map(rowOf),
    '',
    '## What holds in all of them',
    '',
    ...LAWS.map((law) => `- ${law}`),
    '',
    '## How long one party alone can keep the money waiting',
    '',
    'The buyer from the shipment, the seller from a claim over everything, to the moment when the money moves or the staff decide; everybody else',
    `leaves it alone. Whatever they do, the staff are called ${inDays(CURRENT_TERMS.escalation)} after the payment.`,
    '',
    '| who | days | by |',
    '|---|---|---|',
    ...Object.entries(delays).map(([party, delay]) => `| ${party} | ${delay.days.toFixed(1)} | ${way(delay.way)} |`),
    '',
    '## Faults that were put back',
    '',
    'Each is found, by the shortest way there is:',
    '',
    '| fault | what it breaks | by |',
    '|---|---|---|',
    ...faults.map(({ fault, found }) => `| ${fault} | ${found?.law ?? 'not found'} | ${way(found?.way ?? [])} |`),
    '',
  ].join('\n');
