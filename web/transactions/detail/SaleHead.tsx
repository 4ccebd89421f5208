import type { Transaction } from '#application/contract/transactions.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { shortDate } from '../../ui/dates.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { lifecycleSteps } from '../lifecycle.ts';
import { SalePhotos } from './SalePhotos.tsx';
import { Steps } from './Steps.tsx';

export const SaleHead = ({ sale }: { sale: Transaction }) => {
  useTitle(`Transaction ${sale.transactionId}`);
  const other = sale.role === 'seller' ? `Sold to ${sale.buyer.username}` : `Bought from ${sale.seller.username}`;
  return (
    <div className="panel tx-head">
      <div className="tx-item">
        <SalePhotos images={sale.listing.images} title={sale.listing.title} />
        <div>
          <div className="row mb-1.5">
            <span className="mono small muted">{sale.transactionId}</span>
            <StatusBadge status={sale.displayStatus} />
          </div>
          <h1>{sale.listing.title}</h1>
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
