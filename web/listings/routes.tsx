import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Shared by visitors and members: one screen on both routes. */
export const seller = screen(async () => (await import('./components/seller/Seller.tsx')).Seller);

export const publicListingRoutes: RouteObject[] = [
  { index: true, ...screen(async () => (await import('./components/Home.tsx')).Home) },
  {
    path: 'public/listings/:id',
    ...screen(async () => (await import('./components/detail/PublicListing.tsx')).PublicListing),
  },
  { path: 'public/sellers/:id', ...seller },
];
