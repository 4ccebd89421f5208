import type { RouteObject } from 'react-router-dom';
import type { ListingDialogs } from './detail/ListingDetail.tsx';

export const publicListingRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./Home.tsx')).Home }) },
  {
    path: 'public/listings/:id',
    lazy: async () => ({ Component: (await import('./detail/PublicListing.tsx')).PublicListing }),
  },
];

export const memberListingRoutes = (dialogs: ListingDialogs): RouteObject[] => [
  { path: 'listings', lazy: async () => ({ Component: (await import('./Browse.tsx')).Browse }) },
  {
    path: 'listings/create',
    lazy: async () => ({ Component: (await import('./form/CreateListing.tsx')).CreateListing }),
  },
  {
    path: 'listings/my-listings',
    lazy: async () => ({ Component: (await import('./mine/MyListings.tsx')).MyListings }),
  },
  {
    path: 'listings/:id',
    lazy: async () => {
      const { ListingDetail } = await import('./detail/ListingDetail.tsx');
      return { element: <ListingDetail {...dialogs} /> };
    },
  },
  {
    path: 'listings/:id/edit',
    lazy: async () => ({ Component: (await import('./form/EditListing.tsx')).EditListing }),
  },
];
