import { DEADLINES } from './commands.ts';
import { type DeadlineEvent, type Escrow, escrow, type StepEvent } from './escrow.ts';
import { COMMANDS, type Part, type Step } from './process/commandTable.ts';
import { type Condition, isExcluded, STANDING, TIMELY } from './process/conditions.ts';
import { DEADLINE_ROWS, isSet } from './process/deadlineTable.ts';
import { STATEMENTS } from './process/providerTable.ts';

/** What the chart is asked before anything is written. */
export type Question = StepEvent | DeadlineEvent;
type Holds = (question: Question) => boolean;

const CONDITIONS: Readonly<Record<Condition, (transaction: Question['sale'], now: number) => boolean>> = {
  ...STANDING,
  ...TIMELY,
};
const holding = (condition: Condition): Holds => {
  const holds = CONDITIONS[condition];
  return (question) => holds(question.sale, 'now' in question ? question.now : 0);
};

const PARTS: Readonly<Record<Part, number>> = { buyer: 0, seller: 1, staff: 2, system: 3, provider: 4 };

/** All that the chart's answer depends on, beside the place: each row of the question names its part of it. */
const readBy = (steps: readonly Step[]): Holds[] => [
  ...[...new Set(steps.flatMap(({ when }) => when ?? []))].map(holding),
  ...[...new Set(steps.flatMap(({ notBy }) => notBy ?? []))].map(
    (who): Holds =>
      (question) =>
        'part' in question && isExcluded[who](question.sale, question.actor),
  ),
];

const READ: Readonly<Record<string, readonly Holds[]>> = Object.fromEntries([
  ...[...Object.entries(COMMANDS), ...Object.entries(STATEMENTS)].map(([type, steps]) => [type, readBy(steps)]),
  ...DEADLINES.map((kind) => [
    `deadline.${kind}`,
    [({ sale: transaction }: Question) => isSet(kind, transaction), ...(DEADLINE_ROWS[kind].when ?? []).map(holding)],
  ]),
]);

/** The same number: the chart, in the same place, says the same. */
const constellation = (question: Question): number => {
  let number = 'part' in question ? PARTS[question.part] : 0;
  for (const holds of READ[question.type] ?? []) number = number * 2 + (holds(question) ? 1 : 0);
  return number;
};

/**
 * Asks the chart in one place, each constellation of conditions once: walking all its regions takes longer than looking at the few
 * conditions that matter. Another chart, whose conditions may be others, is asked every time. `known`: what has an arrow there at all.
 */
export const askedOnce = (
  place: ReturnType<Escrow['resolveState']>,
  known: ReadonlySet<string>,
  machine: Escrow,
): ((question: Question) => boolean) => {
  if (machine !== escrow) return (question) => place.can(question);
  const said = new Map([...known].map((type) => [type, new Map<number, boolean>()]));
  return (question) => {
    const answers = said.get(question.type);
    if (!answers) return false;
    const number = constellation(question);
    const answer = answers.get(number) ?? place.can(question);
    answers.set(number, answer);
    return answer;
  };
};
