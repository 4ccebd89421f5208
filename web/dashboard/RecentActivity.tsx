import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityPage, ActivityQuery } from '#application/contract/notifications.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { timeAgo } from '../ui/dates.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { Link } from '../ui/Link.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { activityQuery } from './dashboardQueries.ts';

type Filter = ActivityQuery['filter'];
type Item = ActivityPage['activities'][number];

const FILTERS: { value: Filter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'message', label: 'Message' },
  { value: 'sale', label: 'Sale' },
  { value: 'review', label: 'Review' },
];

const ICONS: Record<Item['type'], IconName> = { message: 'message', sale: 'euro', review: 'star' };

const Line = ({ item }: { item: Item }) => (
  <li className="note">
    <Icon name={ICONS[item.type]} />
    <Link className="plain-link" to={item.link}>
      {item.content}
    </Link>
    <time dateTime={item.createdAt}>{timeAgo(item.createdAt)}</time>
  </li>
);

const Loading = () => (
  <ul aria-label="Loading...">
    {['one', 'two', 'three', 'four'].map((place) => (
      <li className="note" key={place} aria-hidden="true">
        <Skeleton width="1.25rem" height="1.25rem" />
        <Skeleton width="75%" height="1.35rem" />
        <Skeleton width="4rem" />
      </li>
    ))}
  </ul>
);

const Nothing = () => (
  <div className="p-6">
    <EmptyState
      title="Nothing has happened yet"
      actions={
        <ButtonLink size="sm" to="/listings">
          Browse Listings
        </ButtonLink>
      }
    >
      Purchases, sales and reviews show up here.
    </EmptyState>
  </div>
);

const List = ({ filter }: { filter: Filter }) => {
  const activity = useInfiniteQuery(activityQuery(filter));
  if (activity.isPending) return <Loading />;
  if (!activity.data)
    return (
      <div className="p-6">
        <ErrorState
          error={activity.error}
          title="Your activity could not be loaded"
          onRetry={() => activity.refetch()}
        />
      </div>
    );
  const items = activity.data.pages.flatMap(({ activities }) => activities);
  if (items.length === 0) return <Nothing />;
  return (
    <>
      <ul>
        {items.map((item) => (
          <Line key={item._id} item={item} />
        ))}
      </ul>
      <LoadMore
        className="more pb-5 pt-4"
        size="sm"
        hasMore={activity.hasNextPage}
        busy={activity.isFetchingNextPage}
        busyText="Loading..."
        onMore={() => activity.fetchNextPage()}
      />
    </>
  );
};

export const RecentActivity = () => {
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <Panel title="Recent Activity" flush>
      <Tabs label="Activity filter" tabs={FILTERS} value={filter} onChange={(value) => setFilter(value as Filter)}>
        {FILTERS.map(({ value }) => (
          <TabPanel key={value} value={value}>
            <List filter={value} />
          </TabPanel>
        ))}
      </Tabs>
    </Panel>
  );
};
