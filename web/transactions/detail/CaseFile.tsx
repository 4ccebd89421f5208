import type { TransactionDetail } from '#application/contract/transactions.ts';
import { DecisionPanel } from '../dispute/DecisionPanel.tsx';
import { DisputePanel } from '../dispute/DisputePanel.tsx';
import { HeardPanel } from '../dispute/HeardPanel.tsx';
import { ReturnPanel } from '../return/ReturnPanel.tsx';

/** What the parties and the staff have said about a sale over which there was a claim, the latest first. */
export const CaseFile = ({ sale }: { sale: TransactionDetail }) => (
  <>
    {sale.decision && <DecisionPanel sale={sale} decision={sale.decision} />}
    {sale.dispute && <DisputePanel sale={sale} dispute={sale.dispute} />}
    {sale.heard.length > 0 && <HeardPanel sale={sale} />}
    {sale.return && <ReturnPanel sale={sale} item={sale.return} />}
  </>
);
