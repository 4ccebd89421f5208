import type { TransactionDetail } from '#application/contract/transactions.ts';
import { StatusBadge, statusLabel } from '../../ui/Badge.tsx';
import { shortDate } from '../../ui/dates.ts';
import { titleClass } from '../../ui/titleClass.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { isOpen } from '../dispute/disputeWords.ts';
import { lifecycleSteps } from '../lifecycle.ts';
import { SalePhotos } from './SalePhotos.tsx';
import { Steps } from './Steps.tsx';

/** A dispute that was opened after the release: the status does not say it. */
const openBeside = ({ dispute, displayStatus }: TransactionDetail): boolean =>
  isOpen(dispute) && displayStatus !== 'IN_ESCROW_DISPUTED';

export const SaleHead = ({ sale }: { sale: TransactionDetail }) => {
  useTitle(`${statusLabel(sale.displayStatus)} · Transaction ${sale.transactionId}`);
  const other = sale.role === 'seller' ? `Sold to ${sale.buyer.username}` : `Bought from ${sale.seller.username}`;
  return (
    <div className="panel tx-head">
      <div className="tx-item">
        <SalePhotos images={sale.listing.images} title={sale.listing.title} />
        <div>
          <div className="row mb-1.5">
            <span className="mono small muted">{sale.transactionId}</span>
            <StatusBadge status={sale.displayStatus} />
            {openBeside(sale) && <StatusBadge status="IN_ESCROW_DISPUTED" />}
          </div>
          <h1 className={titleClass(sale.listing.title)}>{sale.listing.title}</h1>
          <p className="small muted mt-1.5">
            {other} on <time dateTime={sale.createdAt}>{shortDate(sale.createdAt)}</time>
          </p>
        </div>
      </div>
      <div className="tx-steps">
        <Steps steps={lifecycleSteps(sale)} />
      </div>
    </div>
  );
};
