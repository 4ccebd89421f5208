import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PriceOffer, PriceOfferPage } from '#application/contract/priceOffers.ts';
import { PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { api } from '../../../api/client.ts';
import { offersQuery, waitsForReader } from '../../../api/offers.ts';
import { PROPOSALS } from '../../../api/queryKeys.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { shortDate } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Photo } from '../../../ui/Photo.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { standing, stateOf } from '../../text/offerText.ts';
import { OfferAnswers } from './OfferAnswers.tsx';

type Side = PriceOffer['side'];

/** The reader's offers on one side, including ended ones. */
const allOffersQuery = (side: Side) =>
  infiniteQueryOptions({
    queryKey: [PROPOSALS, side],
    queryFn: ({ pageParam, signal }) =>
      api.get<PriceOfferPage>(`user/price-proposals/all?side=${side}&page=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, currentPage }) => (hasMore ? currentPage + 1 : undefined),
  });

const TABS = [
  { value: 'made', side: 'buyer', label: 'Made' },
  { value: 'received', side: 'seller', label: 'Received' },
] as const satisfies readonly { value: string; side: Side; label: string }[];

const Row = ({ offer }: { offer: PriceOffer }) => {
  const { listing, stage, ended, proposedAt, price } = offer;
  const waits = waitsForReader(offer);
  return (
    <li className="panel offer-row">
      <Photo image={listing.image ?? undefined} alt="" size="thumbnail" />
      <div>
        <h3 className="card-title break-words">
          {listing.removed ? listing.title : <Link to={`/listings/${listing._id}`}>{listing.title}</Link>}{' '}
          <Badge tone={waits ? 'wait' : ended === null ? 'held' : ended === 'bought' ? 'done' : 'off'}>
            {waits ? 'Your turn' : stateOf(offer)}
          </Badge>
        </h3>
        <p className="small">{standing(offer)}</p>
        <p className="small muted">
          Listed at {formatPrice(listing.price)}. Offered on <time dateTime={proposedAt}>{shortDate(proposedAt)}</time>.
        </p>
        {ended === null && (
          <div className="offer-answers">
            {waits && stage === 'accepted' && (
              <ButtonLink
                size="sm"
                look="primary"
                to={`/listings/${listing._id}?buy=1`}
                aria-label={`Buy at ${formatPrice(price)}: ${listing.title}`}
              >
                Buy at {formatPrice(price)}
              </ButtonLink>
            )}
            <OfferAnswers offer={offer} />
          </div>
        )}
      </div>
    </li>
  );
};

const Section = ({ title, offers }: { title: string; offers: readonly PriceOffer[] }) =>
  offers.length === 0 ? null : (
    <section className="offer-section" aria-label={title}>
      <h2>{title}</h2>
      <ul className="offer-rows">
        {offers.map((offer) => (
          <Row key={offer._id} offer={offer} />
        ))}
      </ul>
    </section>
  );

const Nothing = ({ side }: { side: Side }) =>
  side === 'buyer' ? (
    <EmptyState
      title="You have not made any offers yet."
      actions={
        <ButtonLink size="sm" to="/listings">
          Browse Listings
        </ButtonLink>
      }
    >
      Press “Make an offer” on a listing and enter your price. The seller has {PRICE_OFFER_LIMITS.answer} to answer.
    </EmptyState>
  ) : (
    <EmptyState
      title="You have not received any offers yet."
      actions={
        <ButtonLink size="sm" to="/listings/my-listings">
          My Listings
        </ButtonLink>
      }
    >
      Buyers’ offers on your listings appear here. You have {PRICE_OFFER_LIMITS.answer} to answer.
    </EmptyState>
  );

const Loading = () => (
  <ul className="offer-rows" aria-label="Loading your offers…">
    {['first', 'second', 'third'].map((place) => (
      <li key={place}>
        <Skeleton height="8rem" />
      </li>
    ))}
  </ul>
);

const List = ({ side }: { side: Side }) => {
  const place = useKeptFocus();
  const found = useInfiniteQuery(allOffersQuery(side));
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = found;
  const failure = error && (
    <ErrorState error={error} title="Failed to load the offers" onRetry={() => (data ? fetchNextPage() : refetch())} />
  );
  if (!data) return failure || <Loading />;
  const offers = [...new Map(data.pages.flatMap((page) => page.proposals).map((one) => [one._id, one])).values()];
  const state = (of: (offer: PriceOffer) => boolean) => offers.filter(of);
  return (
    <div {...place}>
      {offers.length === 0 ? (
        <Nothing side={side} />
      ) : (
        <>
          <Section title="Open" offers={state(({ ended }) => ended === null)} />
          <Section title="Ended" offers={state(({ ended }) => ended !== null)} />
        </>
      )}
      <LoadMore hasMore={hasNextPage} busy={isFetchingNextPage} onMore={() => fetchNextPage()} before={failure}>
        {offers.length > 0 && (
          <p role="status">
            Showing {offers.length} of {data.pages.at(-1)?.total}
          </p>
        )}
      </LoadMore>
    </div>
  );
};

/**
 * Without a tab in the address: the one that needs the reader, then one with open offers. It does not change while
 * they answer.
 */
const useTab = (open: readonly PriceOffer[] | undefined, failed: boolean) => {
  const [search, setSearch] = useSearchParams();
  const opened = useRef<string>(undefined);
  const first = open?.find(waitsForReader) ?? open?.[0];
  if (open || failed) opened.current ??= first?.side === 'seller' ? 'received' : 'made';
  const asked = TABS.find(({ value }) => value === search.get('tab'))?.value;
  return { tab: asked ?? opened.current, choose: (tab: string) => setSearch({ tab }, { replace: true }) };
};

/** The offers a reader made and received: their turn first, then open, then ended. */
export const AllOffers = () => {
  const open = useQuery(offersQuery);
  const { tab, choose } = useTab(open.data?.proposals, open.isError);
  const waiting = (side: Side) =>
    open.data?.proposals.filter((offer) => offer.side === side && waitsForReader(offer)).length;
  return (
    <>
      <BackLink to="/transactions">My Transactions</BackLink>
      <PageHeading title="Offers" />
      <Tabs
        label="Offers made and received"
        tabs={TABS.map(({ value, label, side }) => ({ value, label, waiting: waiting(side) }))}
        value={tab ?? 'made'}
        onChange={choose}
      >
        {TABS.map(({ value, side }) => (
          <TabPanel key={value} value={value}>
            {tab === undefined ? <Loading /> : <List side={side} />}
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
};
