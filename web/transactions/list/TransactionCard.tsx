import { useLocation } from 'react-router-dom';
import type { Transaction } from '#application/contract/transactions.ts';
import { NEEDS } from '#domain/telling/needs.ts';
import type { NeedKind } from '#domain/transactions/needs.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { shortDate } from '../../ui/dates.ts';
import { Link } from '../../ui/Link.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { useNow } from '../../ui/useNow.ts';
import { availableActions } from '../actions/availableActions.ts';
import { SaleActions } from '../actions/SaleActions.tsx';
import { nextAction } from './nextAction.ts';
import { SaleSums } from './SaleSums.tsx';

/** The card has a button for it of its own; the others are done on the page of the sale. */
const DONE_HERE: NeedKind[] = ['paymentWindow', 'shipment', 'escrowEnd', 'pauseLimit'];

export const TransactionCard = ({ sale }: { sale: Transaction }) => {
  const now = useNow();
  const page = `/transactions/${sale._id}`;
  const back = { back: useLocation().search };
  const action = nextAction(sale, now);
  const [need] = sale.needs;
  const doneHere = need !== undefined && DONE_HERE.includes(need.kind);
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
        {action && (
          <p className={classes('small', action.otherwise !== undefined && 'sale-need')}>
            <span>{action.text}</span>
            {action.otherwise && <span className="muted">{action.otherwise}</span>}
          </p>
        )}
      </div>
      <div className="sale-sums">
        <SaleSums sale={sale} />
      </div>
      <div className="sale-actions">
        {need && !doneHere && (
          <ButtonLink
            look="primary"
            size="sm"
            to={page}
            state={back}
            aria-label={`${NEEDS[need.kind]}: ${sale.listing.title}`}
          >
            {NEEDS[need.kind]}
          </ButtonLink>
        )}
        <ButtonLink size="sm" to={page} state={back} aria-label={`View Details of ${sale.listing.title}`}>
          View Details
        </ButtonLink>
        <SaleActions sale={sale} actions={availableActions(sale, now)} place="card" gold={doneHere} />
      </div>
    </li>
  );
};
