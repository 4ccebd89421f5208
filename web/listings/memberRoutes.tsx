import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';
import type { ListingDialogs } from './components/detail/ListingDetail.tsx';
import { seller } from './routes.tsx';

export const memberListingRoutes = (dialogs: ListingDialogs): RouteObject[] => [
  { path: 'listings', ...screen(async () => (await import('./components/Browse.tsx')).Browse) },
  {
    path: 'listings/create',
    ...screen(async () => (await import('./components/form/CreateListing.tsx')).CreateListing),
  },
  {
    path: 'listings/my-listings',
    ...screen(async () => (await import('./components/mine/MyListings.tsx')).MyListings),
  },
  {
    path: 'transactions/offers',
    ...screen(async () => (await import('./components/priceOffers/AllOffers.tsx')).AllOffers),
  },
  { path: 'reports', ...screen(async () => (await import('../moderation/components/report/Reports.tsx')).Reports) },
  { path: 'watching/searches?', ...screen(async () => (await import('./components/watchList/ToldOf.tsx')).ToldOf) },
  { path: 'sellers/:id', ...seller },
  {
    path: 'listings/:id',
    ...screen(async () => {
      const { ListingDetail } = await import('./components/detail/ListingDetail.tsx');
      return () => <ListingDetail {...dialogs} />;
    }),
  },
  {
    path: 'listings/:id/edit',
    ...screen(async () => (await import('./components/form/EditListing.tsx')).EditListing),
  },
];
