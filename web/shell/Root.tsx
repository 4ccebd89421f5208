import { Outlet, ScrollRestoration } from 'react-router-dom';
import { Toaster } from '../ui/Toaster.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

/** Around every page. */
export const Root = () => (
  <>
    <Outlet />
    <RouteAnnouncer />
    <ScrollRestoration />
    <Toaster />
  </>
);
