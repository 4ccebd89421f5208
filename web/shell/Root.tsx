import { type ComponentType, useEffect, useState } from 'react';
import { Toaster } from '../ui/Toaster.tsx';
import { useOnline } from '../ui/useReach.ts';
import { RouteErrors } from './RouteError.tsx';

/** Comes beside the first page, which does not wait for it; what cannot be had is asked for again with the connection. */
const useAround = (): ComponentType | undefined => {
  const [arrived, setArrived] = useState<{ Around: ComponentType }>();
  const online = useOnline();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that came back is a reason to ask
  useEffect(() => {
    if (arrived) return;
    import('./Around.tsx').then(setArrived, () => undefined);
  }, [arrived, online]);
  return arrived?.Around;
};

/** Around every page. */
export const Root = () => {
  const Around = useAround();
  return (
    <>
      <RouteErrors around />
      {Around && <Around />}
      <Toaster />
    </>
  );
};
