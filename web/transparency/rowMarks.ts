import type { CheckedHistory } from './checkedHistory.ts';
import { headWords } from './proofText.ts';

/** Mark of one event. `off`: neutral. */
export type RowMark = { tone: 'good' | 'bad' | 'off'; word: string };

const good = (word: string): RowMark => ({ tone: 'good', word });
const bad = (word: string): RowMark => ({ tone: 'bad', word });
const off = (word: string): RowMark => ({ tone: 'off', word });

/** Whether the head vouches for events without faults. */
const underHead = ({ head, verdict: { faults } }: CheckedHistory): 'speaks' | 'none' | 'against' => {
  if (faults.some(({ kind }) => kind === 'map')) return 'against';
  if (headWords(head).some((said) => said.bad && !said.doubt)) return 'against';
  return head.kind === 'signed' ? 'speaks' : 'none';
};

/** A mark for each stored or displayed event. */
export const rowMarks = (checked: CheckedHistory): RowMark[] => {
  const { facts: events, verdict, shownOtherwise } = checked;
  const under = underHead(checked);
  const revisionsOf = (kind: 'chain' | 'log') =>
    verdict.faults.flatMap((fault) => (fault.kind === kind ? [fault.revision] : []));
  const [[broken], unlogged] = [revisionsOf('chain'), new Set(revisionsOf('log'))];
  const isAfterBreak = (revision: number) => broken !== undefined && revision > broken;
  const markOf = (revision: number): RowMark => {
    if (revision === broken) return bad('Not as recorded');
    if (unlogged.has(revision)) return bad('Not in the signed log');
    if (shownOtherwise.includes(revision)) return bad('Shown differently from stored');
    if (under === 'speaks' && revision <= verdict.sealedTo)
      return events[revision]?.entry === null ? off('Sealed by hash only') : good('In the signed log');
    if (isAfterBreak(revision)) return bad('After the break');
    if (under === 'against') return off('Not verified');
    return off(under === 'none' ? 'Chained, not sealed' : 'Not sealed yet');
  };
  const length = Math.max(events.length, ...shownOtherwise.map((revision) => revision + 1));
  return Array.from({ length }, (_, revision) => markOf(revision));
};

/** Summary of all rows, shown after their number. */
export const marksInWords = (marks: readonly RowMark[]): { bad: boolean; words: string } => {
  const count = (word: string) => marks.filter((mark) => mark.word === word).length;
  const wrong = marks.filter(({ tone }) => tone === 'bad').length;
  if (wrong > 0) return { bad: true, words: `${wrong} not as sealed` };
  if (count('In the signed log') === marks.length) return { bad: false, words: 'all in the signed log' };
  const waiting = count('Not sealed yet');
  if (waiting > 0) return { bad: false, words: `${waiting} not sealed yet` };
  if (count('Not verified') > 0) return { bad: false, words: 'not verified' };
  const byHash = count('Sealed by hash only');
  return { bad: false, words: byHash > 0 ? `${byHash} sealed by hash only` : 'chained, not sealed' };
};
