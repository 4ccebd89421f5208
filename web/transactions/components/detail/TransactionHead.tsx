import type { TransactionDetail } from '#application/contract/transactions.ts';
import { StatusBadge, statusLabel } from '../../../ui/Badge.tsx';
import { shortDate } from '../../../ui/dates.ts';
import { titleClass } from '../../../ui/titleClass.ts';
import { useTitle } from '../../../ui/useTitle.ts';
import { lifecycleSteps } from '../../lifecycle.ts';
import { isOpen } from '../../text/disputeText.ts';
import { Steps } from './Steps.tsx';
import { TransactionPhotos } from './TransactionPhotos.tsx';

/** A dispute opened after the release does not show in the status. */
const openBeside = ({ dispute, displayStatus }: TransactionDetail): boolean =>
  isOpen(dispute) && displayStatus !== 'IN_ESCROW_DISPUTED';

export const TransactionHead = ({ sale: transaction }: { sale: TransactionDetail }) => {
  useTitle(`${statusLabel(transaction.displayStatus)} · Transaction ${transaction.transactionId}`);
  const other =
    transaction.role === 'seller'
      ? `Sold to ${transaction.buyer.username}`
      : `Bought from ${transaction.seller.username}`;
  return (
    <div className="panel tx-head">
      <div className="tx-item">
        <TransactionPhotos images={transaction.listing.images} title={transaction.listing.title} />
        <div>
          <div className="row mb-1.5">
            <span className="mono small muted">{transaction.transactionId}</span>
            <StatusBadge status={transaction.displayStatus} />
            {openBeside(transaction) && <StatusBadge status="IN_ESCROW_DISPUTED" />}
          </div>
          <h1 className={titleClass(transaction.listing.title)}>{transaction.listing.title}</h1>
          <p className="small muted mt-1.5">
            {other} on <time dateTime={transaction.createdAt}>{shortDate(transaction.createdAt)}</time>
          </p>
        </div>
      </div>
      <div className="tx-steps">
        <Steps steps={lifecycleSteps(transaction)} />
      </div>
    </div>
  );
};
