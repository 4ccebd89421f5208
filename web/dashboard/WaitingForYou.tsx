import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../ui/Button.tsx';
import { dateTime } from '../ui/dates.ts';
import { Panel } from '../ui/Panel.tsx';
import { Photo } from '../ui/Photo.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { ownSalesQuery } from './dashboardQueries.ts';
import { type Waiting, waitingSales } from './waiting.ts';

const Todo = ({ sale, before, due, after, button }: Waiting) => (
  <li className="todo">
    <Photo image={sale.listing.images[0]} alt="" size="thumbnail" />
    <div>
      <p className="strong">{sale.listing.title}</p>
      <p className="small">
        {before} {due && <b className="strong nowrap">{dateTime(due)}</b>}
        {after}
      </p>
      <p className="mt-2">
        <ButtonLink size="sm" to={`/transactions/${sale._id}`} aria-label={`${button}: ${sale.listing.title}`}>
          {button}
        </ButtonLink>
      </p>
    </div>
  </li>
);

/** What only the reader can do, with the deadline and what follows if not. */
export const WaitingForYou = () => {
  const sales = useQuery(ownSalesQuery);
  const waiting = waitingSales(sales.data ?? []);
  return (
    <Panel title="Waiting for you">
      {sales.isPending ? (
        <SkeletonLines lines={4} />
      ) : sales.isError ? (
        <ErrorState title="Failed to load transactions" onRetry={() => sales.refetch()} />
      ) : waiting.length === 0 ? (
        <p className="small muted">Nothing waits for you. Enjoy the quiet of the archive.</p>
      ) : (
        <ul>
          {waiting.map((one) => (
            <Todo key={one.sale._id} {...one} />
          ))}
        </ul>
      )}
    </Panel>
  );
};
