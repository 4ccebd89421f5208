import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { inWhole } from '#domain/shared/lengths.ts';
import { DEADLINE_ROWS, type DeadlineKind, type DeadlineRow } from '#domain/transactions/process/deadlineTable.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { joined, lengthWords, PART_WORDS } from '../../ui/processText.ts';
import { TableRegion } from '../../ui/TableRegion.tsx';
import { eventWords, whenOfDeadline } from './processText.ts';

const ROWS = Object.entries(DEADLINE_ROWS) as [DeadlineKind, DeadlineRow][];

const lengthOf = (row: DeadlineRow): string => {
  if ('before' in row) return `${inWhole(CURRENT_TERMS[row.before])} before “${staffDeadlineWords(row.reminds).title}”`;
  return `${lengthWords(CURRENT_TERMS[row.after])}, from “${joined(row.setBy.map(transactionTitle), 'or')}”`;
};

export const DeadlineTable = () => (
  <TableRegion label="Deadlines">
    <table className="process-table">
      <caption className="sr-only">
        Every deadline of a sale: who has to act, how long it is, and what happens when nobody does
      </caption>
      <thead>
        <tr>
          <th scope="col">Deadline</th>
          <th scope="col">Who has to act</th>
          <th scope="col">Runs while</th>
          <th scope="col">How long</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([kind, row]) => (
          <tr key={kind}>
            <th scope="row">{staffDeadlineWords(kind).title}</th>
            <td data-label="Who has to act">{PART_WORDS[row.names]}</td>
            <td data-label="Runs while">{whenOfDeadline(row)}</td>
            <td data-label="How long">{lengthOf(row)}</td>
            <td data-label="What it does">
              {staffDeadlineWords(kind).detail}
              {'fires' in row && <p className="hint">Recorded: {eventWords(row.fires, row.also)}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);
