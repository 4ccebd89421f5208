import { type ComponentType, useEffect, useState } from 'react';
import { Toaster } from '../ui/Toaster.tsx';
import { untilItComes } from '../ui/untilItComes.ts';
import { RouteErrors } from './RouteError.tsx';

/** Comes beside the first page, which does not wait for it. */
const useAround = (): ComponentType | undefined => {
  const [arrived, setArrived] = useState<{ Around: ComponentType }>();
  useEffect(() => void untilItComes(() => import('./Around.tsx')).then(setArrived), []);
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
