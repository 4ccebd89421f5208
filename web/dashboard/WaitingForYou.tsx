import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { OwnReport } from '#application/contract/notices.ts';
import type { PriceProposal } from '#application/contract/priceProposals.ts';
import type { Transaction } from '#application/contract/transactions.ts';
import { inFull } from '#domain/telling/moneyWords.ts';
import { NEEDS } from '#domain/telling/needs.ts';
import { OFFER_NEEDS } from '#domain/telling/offerNeeds.ts';
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

type TodoProps = { sale: Transaction; need: Transaction['needs'][number] };

const Todo = ({ sale, need }: TodoProps) => {
  const button = NEEDS[need.kind];
  return (
    <li className="todo">
      <Photo image={sale.listing.images[0]} alt="" size="thumbnail" />
      <div>
        <p className="strong">{sale.listing.title}</p>
        <p className="small">
          <Dated at={need.dueAt}>{inFull(neededIn(sale, need, useNow()))}</Dated>
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

type Restricted = Pick<OwnReport, 'listing' | 'decision'>;

const Removed = ({ listing, decision }: Restricted) => (
  <li className="todo">
    <div>
      <p className="strong">{listing.title}</p>
      <p className="small">
        Our staff took it off the market. If you think that this is wrong, complain until{' '}
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

/** What an offer asks of its reader; undefined where it waits for the other side. */
const asksOf = (offer: PriceProposal) => {
  const asked = askedOf(offer);
  if (!asked) return undefined;
  const { side, price, other } = offer;
  const sum = formatPrice(price);
  if (asked === 'buy')
    return {
      ...OFFER_NEEDS.buy,
      otherwise: `You agreed on ${sum}. Otherwise it is on sale to everybody again.`,
    };
  const whose = side === 'seller' ? `${other.username} offers ${sum}.` : `The seller asks for ${sum}.`;
  return { ...OFFER_NEEDS.answer, otherwise: `${whose} Otherwise it lapses.` };
};

const OfferTodo = ({ offer, asks }: { offer: PriceProposal; asks: NonNullable<ReturnType<typeof asksOf>> }) => (
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

/** What only the reader can do, with the deadline and what follows if not, the nearest first. */
export const WaitingForYou = () => {
  const sales = useQuery(needsYouQuery);
  const offers = useQuery(offersQuery);
  const ofSales = (sales.data ?? []).flatMap((sale) =>
    sale.needs.map((need) => ({
      key: `${sale._id} ${need.kind}`,
      dueAt: need.dueAt,
      item: <Todo sale={sale} need={need} />,
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
  const waiting = [...ofSales, ...ofOffers, ...ofRemoved].sort(
    (one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt),
  );
  return (
    <Panel title="Waiting for you">
      {sales.isPending ? (
        <SkeletonLines lines={4} />
      ) : hasNothing(sales) ? (
        <ErrorState error={sales.error} title="Failed to load transactions" onRetry={() => sales.refetch()} />
      ) : hasNothing(offers) ? (
        <ErrorState error={offers.error} title="Failed to load the offers" onRetry={() => offers.refetch()} />
      ) : waiting.length === 0 ? (
        <p className="small muted">Nothing waits for you. Enjoy the quiet of the archive.</p>
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
