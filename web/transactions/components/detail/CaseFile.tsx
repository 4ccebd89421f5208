import type { TransactionDetail } from '#application/contract/transactions.ts';
import { isAppealable } from '../../text/disputeText.ts';
import { DecisionPanel } from '../dispute/DecisionPanel.tsx';
import { DisputePanel } from '../dispute/DisputePanel.tsx';
import { HeardPanel } from '../dispute/HeardPanel.tsx';
import { ReturnPanel } from '../return/ReturnPanel.tsx';

/** Dispute, statements and return of a transaction, latest first, after a decision that does not come first on the page. */
export const CaseFile = ({ sale: transaction }: { sale: TransactionDetail }) => (
  <>
    {transaction.decision && !isAppealable(transaction) && (
      <DecisionPanel sale={transaction} decision={transaction.decision} />
    )}
    {transaction.dispute && !transaction.dispute.byAppeal && (
      <DisputePanel sale={transaction} dispute={transaction.dispute} />
    )}
    {transaction.heard.length > 0 && <HeardPanel sale={transaction} />}
    {transaction.return && <ReturnPanel sale={transaction} item={transaction.return} />}
  </>
);
