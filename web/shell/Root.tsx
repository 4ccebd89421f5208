import { Toaster } from '../ui/Toaster.tsx';
import { Around } from './Around.tsx';
import { RouteErrors } from './RouteError.tsx';

export const Root = () => (
  <>
    <RouteErrors around />
    <Around />
    <Toaster />
  </>
);
