import { useLocation } from 'react-router-dom';
import type { TransactionView } from '#application/contract/transactions.ts';
import { REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import type { NeedKind } from '#domain/transactions/needs.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { shortDate } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { Photo } from '../../../ui/Photo.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { availableActions } from '../actions/availableActions.ts';
import { TransactionActions } from '../actions/TransactionActions.tsx';
import { nextAction } from './nextAction.ts';
import { TransactionSums } from './TransactionSums.tsx';

/** The card has its own button for these; the others are done on the detail page. */
const DONE_HERE: NeedKind[] = ['paymentWindow', 'shipment', 'escrowEnd', 'pauseLimit'];

export const TransactionCard = ({ sale: transaction }: { sale: TransactionView }) => {
  const now = useNow();
  const page = `/transactions/${transaction._id}`;
  const back = { back: useLocation().search };
  const action = nextAction(transaction, now);
  const [need] = transaction.needs;
  const doneHere = need !== undefined && DONE_HERE.includes(need.kind);
  const other =
    transaction.role === 'seller'
      ? `Sold to ${transaction.buyer.username}`
      : `Bought from ${transaction.seller.username}`;
  return (
    <li className="panel sale-card">
      <div className="sale-photo">
        <Photo image={transaction.listing.images[0]} alt="" size="thumbnail" />
      </div>
      <div className="sale-head">
        <div className="row">
          <span className="mono small muted">{transaction.transactionId}</span>
          <StatusBadge status={transaction.displayStatus} />
        </div>
        <h3>
          <Link className="plain-link" to={page} state={back}>
            {transaction.listing.title}
          </Link>
        </h3>
        <p className="small muted">
          {other} on <time dateTime={transaction.createdAt}>{shortDate(transaction.createdAt)}</time>
        </p>
        {action && (
          <p className={classes('small', action.otherwise !== undefined && 'sale-need')}>
            <span>{action.text}</span>
            {action.otherwise && <span className="muted">{action.otherwise}</span>}
          </p>
        )}
      </div>
      <div className="sale-sums">
        <TransactionSums sale={transaction} />
      </div>
      <div className="sale-actions">
        {need && !doneHere && (
          <ButtonLink
            look="primary"
            size="sm"
            to={page}
            state={back}
            aria-label={`${REQUIRED_ACTIONS[need.kind]}: ${transaction.listing.title}`}
          >
            {REQUIRED_ACTIONS[need.kind]}
          </ButtonLink>
        )}
        <ButtonLink size="sm" to={page} state={back} aria-label={`View Details of ${transaction.listing.title}`}>
          View Details
        </ButtonLink>
        <TransactionActions
          sale={transaction}
          actions={availableActions(transaction, now)}
          place="card"
          gold={doneHere}
        />
      </div>
    </li>
  );
};
