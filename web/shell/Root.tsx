import { Toaster } from '../ui/Toaster.tsx';
import { Offline } from './Offline.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { RouteErrors } from './RouteError.tsx';

/** Around every page. */
export const Root = () => (
  <>
    <RouteErrors />
    <Offline />
    <RouteAnnouncer />
    <Toaster />
  </>
);
