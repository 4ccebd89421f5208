import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '#application/contract/transactions.ts';
import { NEEDS } from '#domain/telling/needs.ts';
import { needsYouQuery } from '../api/needs.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { dueTime } from '../ui/dates.ts';
import { Panel } from '../ui/Panel.tsx';
import { Photo } from '../ui/Photo.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';

type TodoProps = { sale: Transaction; need: Transaction['needs'][number] };

const Todo = ({ sale, need }: TodoProps) => {
  const { before, otherwise, button } = NEEDS[need.kind];
  return (
    <li className="todo">
      <Photo image={sale.listing.images[0]} alt="" size="thumbnail" />
      <div>
        <p className="strong">{sale.listing.title}</p>
        <p className="small">
          {before} <b className="strong nowrap">{dueTime(need.dueAt)}</b>. {otherwise}
        </p>
        <p className="mt-2">
          <ButtonLink size="sm" to={`/transactions/${sale._id}`} aria-label={`${button}: ${sale.listing.title}`}>
            {button}
          </ButtonLink>
        </p>
      </div>
    </li>
  );
};

/** What only the reader can do, with the deadline and what follows if not, the nearest first. */
export const WaitingForYou = () => {
  const sales = useQuery(needsYouQuery);
  const waiting = (sales.data ?? [])
    .flatMap((sale) => sale.needs.map((need) => ({ sale, need })))
    .sort((one, other) => Date.parse(one.need.dueAt) - Date.parse(other.need.dueAt));
  return (
    <Panel title="Waiting for you">
      {sales.isPending ? (
        <SkeletonLines lines={4} />
      ) : sales.isError ? (
        <ErrorState error={sales.error} title="Failed to load transactions" onRetry={() => sales.refetch()} />
      ) : waiting.length === 0 ? (
        <p className="small muted">Nothing waits for you. Enjoy the quiet of the archive.</p>
      ) : (
        <ul>
          {waiting.map((one) => (
            <Todo key={`${one.sale._id} ${one.need.kind}`} {...one} />
          ))}
        </ul>
      )}
    </Panel>
  );
};
