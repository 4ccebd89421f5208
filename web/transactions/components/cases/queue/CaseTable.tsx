import { useLocation } from 'react-router-dom';
import type { CasePage } from '#application/contract/caseQueue.ts';
import { TableRegion } from '../../../../ui/TableRegion.tsx';
import { useNow } from '../../../../ui/useNow.ts';
import { CaseRow } from './CaseRow.tsx';
import { TerminationRow } from './TerminationRow.tsx';

type CaseTableProps = {
  cases: CasePage['cases'];
  /** Above the cases. */
  terminations: CasePage['terminations'];
  busy: boolean;
  chosen: ReadonlySet<string>;
  onChoose: ((sale: string, chosen: boolean) => void) | undefined;
};

const COLUMNS = [
  ['q-due', 'Due, waits for'],
  ['q-kind', 'Case'],
  ['q-sale', 'Sale'],
  ['amount q-sum', 'Claim of held'],
  ['q-move', 'Last move'],
  ['amount q-photos', 'Photos'],
  ['q-who', 'Assigned'],
] as const;

export const CaseTable = ({ cases, terminations, busy, chosen, onChoose }: CaseTableProps) => {
  const now = useNow();
  const { pathname, search } = useLocation();
  return (
    <TableRegion label="Open cases" busy={busy}>
      <table className="events queue">
        <caption className="sr-only">Open cases</caption>
        <thead>
          <tr>
            {onChoose && (
              <th scope="col" className="q-choose">
                <span className="sr-only">Choose</span>
              </th>
            )}
            {COLUMNS.map(([name, label]) => (
              <th key={name} scope="col" className={name}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {terminations.map((termination) => (
            <TerminationRow
              key={termination.account._id}
              termination={termination}
              now={now}
              choosable={onChoose !== undefined}
            />
          ))}
          {cases.map((item) => (
            <CaseRow
              key={`${item.kind}/${item.orphan?.eventId ?? item.sale?._id ?? item.quarantine?.stream}`}
              item={item}
              from={pathname + search}
              now={now}
              onChoose={onChoose}
              chosen={item.sale !== null && chosen.has(item.sale._id)}
            />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
};
