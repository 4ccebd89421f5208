import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Listing } from '#application/contract/listings.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useUser } from '../../../api/session.tsx';
import { Restrictions } from '../../../moderation/components/report/Restrictions.tsx';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { OffersLink } from '../../../ui/OffersLink.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { myListingsQuery } from '../../api/listingQueries.ts';
import { CardSkeleton, ListingCard } from '../ListingCard.tsx';

type StatusTab = Listing['status'];

const STATUS_TABS: { value: StatusTab; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'sold', label: 'Sold' },
  { value: 'archived', label: 'Archived' },
];

const tabFrom = (asked: string | null): StatusTab =>
  STATUS_TABS.find(({ value }) => value === asked)?.value ?? 'active';

const TONES: Record<NonNullable<Listing['badge']>, Tone> = { Shipped: 'held', Completed: 'done', Disputed: 'bad' };

/** The sale's status for the owner; nothing without a buyer. */
const TransactionBadge = ({ listing }: { listing: Pick<Listing, 'badge' | 'reserved'> }) => {
  if (listing.badge) return <Badge tone={TONES[listing.badge]}>{listing.badge}</Badge>;
  if (listing.reserved)
    return (
      <Badge tone="wait" half>
        Being bought
      </Badge>
    );
  return null;
};

const Nothing = ({ tab }: { tab: StatusTab }) => (
  <EmptyState
    title={`No ${tab} offerings found.`}
    actions={
      tab === 'active' && (
        <ButtonLink size="sm" to="/listings/create">
          Create Listing
        </ButtonLink>
      )
    }
  >
    {tab === 'active' && 'Create a new listing to begin your sacred trade.'}
  </EmptyState>
);

const Offerings = ({ tab, listings }: { tab: StatusTab; listings: Listing[] }) => {
  const viewer = useUser();
  if (listings.length === 0) return <Nothing tab={tab} />;
  return (
    <ul className="grid-cards">
      {listings.map((listing) => (
        <ListingCard
          key={listing._id}
          listing={listing}
          viewer={viewer}
          badge={<TransactionBadge listing={listing} />}
        />
      ))}
    </ul>
  );
};

const Loading = () => (
  <ul className="grid-cards" aria-label="Accessing the archives...">
    <CardSkeleton />
    <CardSkeleton />
    <CardSkeleton />
  </ul>
);

export const MyListings = () => {
  const mine = useQuery(myListingsQuery);
  const [search, setSearch] = useSearchParams();
  const tab = tabFrom(search.get('tab'));
  const of = (status: StatusTab) => mine.data?.filter((listing) => listing.status === status) ?? [];
  return (
    <>
      <PageHeading
        title="My Sacred Offerings"
        actions={
          <div className="row">
            <OffersLink />
            <ButtonLink look="primary" to="/listings/create" icon="plus">
              Create Listing
            </ButtonLink>
          </div>
        }
      />
      <Restrictions />
      <Tabs
        label="My listings by status"
        tabs={STATUS_TABS.map((one) => ({ ...one, count: mine.data ? of(one.value).length : undefined }))}
        value={tab}
        onChange={(value) => setSearch({ tab: value }, { replace: true })}
      >
        {STATUS_TABS.map(({ value, label }) => (
          <TabPanel key={value} value={value}>
            <h2 className="sr-only">{label}</h2>
            {mine.isPending ? (
              <Loading />
            ) : hasNothing(mine) ? (
              <ErrorState
                error={mine.error}
                title={messageOf(mine.error, 'Failed to fetch user listings')}
                onRetry={() => mine.refetch()}
              />
            ) : (
              <Offerings tab={value} listings={of(value)} />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
};
