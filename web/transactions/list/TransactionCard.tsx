import { useLocation } from 'react-router-dom';
import type { Transaction } from '#application/contract/transactions.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { shortDate } from '../../ui/dates.ts';
import { Link } from '../../ui/Link.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { useNow } from '../../ui/useNow.ts';
import { availableActions } from '../actions/availableActions.ts';
import { SaleActions } from '../actions/SaleActions.tsx';
import { nextAction } from './nextAction.ts';
import { SaleSums } from './SaleSums.tsx';

export const TransactionCard = ({ sale }: { sale: Transaction }) => {
  const now = useNow();
  const page = `/transactions/${sale._id}`;
  const back = { back: useLocation().search };
  const action = nextAction(sale);
  const other = sale.role === 'seller' ? `Sold to ${sale.buyer.username}` : `Bought from ${sale.seller.username}`;
  return (
    <li className="panel sale-card">
      <div className="sale-photo">
        <Photo image={sale.listing.images[0]} alt="" size="thumbnail" />
      </div>
      <div className="sale-head">
        <div className="row">
          <span className="mono small muted">{sale.transactionId}</span>
          <StatusBadge status={sale.displayStatus} />
        </div>
        <h3>
          <Link className="plain-link" to={page} state={back}>
            {sale.listing.title}
          </Link>
        </h3>
        <p className="small muted">
          {other} on <time dateTime={sale.createdAt}>{shortDate(sale.createdAt)}</time>
        </p>
        {action && <p className="small">{action}</p>}
      </div>
      <div className="sale-sums">
        <SaleSums sale={sale} />
      </div>
      <div className="sale-actions">
        <ButtonLink size="sm" to={page} state={back} aria-label={`View Details of ${sale.listing.title}`}>
          View Details
        </ButtonLink>
        <SaleActions sale={sale} actions={availableActions(sale, now)} place="card" />
      </div>
    </li>
  );
};
