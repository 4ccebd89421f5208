import { Toaster } from '../ui/Toaster.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { RouteErrors } from './RouteError.tsx';

/** Around every page. */
export const Root = () => (
  <>
    <RouteErrors />
    <RouteAnnouncer />
    <Toaster />
  </>
);
