import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { OwnReport } from '#application/contract/moderation.ts';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
import type { TransactionView } from '#application/contract/transactions.ts';
import { inFull } from '#domain/notifications/moneyText.ts';
import { OFFER_ACTIONS, REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { hasNothing } from '../api/hasNothing.ts';
import { needsYouQuery } from '../api/needs.ts';
import { askedOf, offersQuery } from '../api/offers.ts';
import { isRestriction, ownReportsQuery } from '../api/reports.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Dated } from '../ui/Dated.tsx';
import { dueTime } from '../ui/dates.ts';
import { formatPrice } from '../ui/money.ts';
import { neededIn } from '../ui/moneySentences.ts';
import { Panel } from '../ui/Panel.tsx';
import { Photo } from '../ui/Photo.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useNow } from '../ui/useNow.ts';

type TodoProps = { sale: TransactionView; need: TransactionView['needs'][number] };

const Todo = ({ sale: transaction, need }: TodoProps) => {
  const button = REQUIRED_ACTIONS[need.kind];
  return (
    <li className="todo">
      <Photo image={transaction.listing.images[0]} alt="" size="thumbnail" />
      <div>
        <p className="strong">{transaction.listing.title}</p>
        <p className="small">
          <Dated at={need.dueAt}>{inFull(neededIn(transaction, need, useNow()))}</Dated>
        </p>
        <p className="mt-2">
          <ButtonLink
            size="sm"
            to={`/transactions/${transaction._id}`}
            aria-label={`${button}: ${transaction.listing.title}`}
          >
            {button}
          </ButtonLink>
        </p>
      </div>
    </li>
  );
};

type Restricted = Pick<OwnReport, 'listing' | 'decision'>;

const Removed = ({ listing, decision }: Restricted) => (
  <li className="todo">
    <div>
      <p className="strong">{listing.title}</p>
      <p className="small">
        Our staff took it off the market. If you think this is wrong, you can complain until{' '}
        <b className="strong nowrap">{dueTime(decision?.complainUntil ?? '')}</b>.
      </p>
      <p className="mt-2">
        <ButtonLink size="sm" to="/reports" aria-label={`Read why: ${listing.title}`}>
          Read why
        </ButtonLink>
      </p>
    </div>
  </li>
);

/** The reader's task in a price offer; undefined if the other side has to act. */
const asksOf = (offer: PriceOffer) => {
  const asked = askedOf(offer);
  if (!asked) return undefined;
  const { side, price, other } = offer;
  const sum = formatPrice(price);
  if (asked === 'buy')
    return {
      ...OFFER_ACTIONS.buy,
      otherwise: `You agreed on ${sum}. Otherwise it goes back on sale.`,
    };
  const whose = side === 'seller' ? `${other.username} offers ${sum}.` : `The seller asks for ${sum}.`;
  return { ...OFFER_ACTIONS.answer, otherwise: `${whose} Otherwise it expires.` };
};

const OfferTodo = ({ offer, asks }: { offer: PriceOffer; asks: NonNullable<ReturnType<typeof asksOf>> }) => (
  <li className="todo">
    <Photo image={offer.listing.image ?? undefined} alt="" size="thumbnail" />
    <div>
      <p className="strong">{offer.listing.title}</p>
      <p className="small">
        {asks.before} <b className="strong nowrap">{dueTime(offer.until)}</b>. {asks.otherwise}
      </p>
      <p className="mt-2">
        <ButtonLink
          size="sm"
          to={`/listings/${offer.listing._id}`}
          aria-label={`${asks.button}: ${offer.listing.title}`}
        >
          {asks.button}
        </ButtonLink>
      </p>
    </div>
  </li>
);

/** The reader's tasks with deadline and consequence, nearest first. */
export const WaitingForYou = () => {
  const transactions = useQuery(needsYouQuery);
  const offers = useQuery(offersQuery);
  const ofTransactions = (transactions.data ?? []).flatMap((transaction) =>
    transaction.needs.map((need) => ({
      key: `${transaction._id} ${need.kind}`,
      dueAt: need.dueAt,
      item: <Todo sale={transaction} need={need} />,
    })),
  );
  const ofOffers = (offers.data?.proposals ?? []).flatMap((offer) => {
    const asks = asksOf(offer);
    return asks ? [{ key: offer._id, dueAt: offer.until, item: <OfferTodo offer={offer} asks={asks} /> }] : [];
  });
  const reports = useQuery(ownReportsQuery).data ?? [];
  const ofRemoved = reports
    .filter((report) => isRestriction(report) && report.mayComplain)
    .map((report) => ({
      key: `${report.listing._id} ${report.case}`,
      dueAt: report.decision?.complainUntil ?? '',
      item: <Removed {...report} />,
    }));
  const waiting = [...ofTransactions, ...ofOffers, ...ofRemoved].sort(
    (one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt),
  );
  return (
    <Panel title="Waiting for you">
      {transactions.isPending ? (
        <SkeletonLines lines={4} />
      ) : hasNothing(transactions) ? (
        <ErrorState
          error={transactions.error}
          title="Failed to load transactions"
          onRetry={() => transactions.refetch()}
        />
      ) : hasNothing(offers) ? (
        <ErrorState error={offers.error} title="Failed to load the offers" onRetry={() => offers.refetch()} />
      ) : waiting.length === 0 ? (
        <p className="small muted">Nothing needs your attention. Enjoy the quiet of the archive.</p>
      ) : (
        <ul>
          {waiting.map(({ key, item }) => (
            <Fragment key={key}>{item}</Fragment>
          ))}
        </ul>
      )}
    </Panel>
  );
};
