import type { TransactionDetail } from '#application/contract/transactions.ts';
import { DecisionPanel } from '../dispute/DecisionPanel.tsx';
import { DisputePanel } from '../dispute/DisputePanel.tsx';
import { HeardPanel } from '../dispute/HeardPanel.tsx';
import { ReturnPanel } from '../return/ReturnPanel.tsx';

/** Decision, dispute, statements and return of a transaction, latest first. */
export const CaseFile = ({ sale: transaction }: { sale: TransactionDetail }) => (
  <>
    {transaction.decision && <DecisionPanel sale={transaction} decision={transaction.decision} />}
    {transaction.dispute && <DisputePanel sale={transaction} dispute={transaction.dispute} />}
    {transaction.heard.length > 0 && <HeardPanel sale={transaction} />}
    {transaction.return && <ReturnPanel sale={transaction} item={transaction.return} />}
  </>
);
