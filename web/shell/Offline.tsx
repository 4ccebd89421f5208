import { useOnline } from './useReach.ts';

/** Says, over every page, that there is no connection; what is shown was asked for before. */
export const Offline = () => (
  <div role="status" className="offline-region">
    {useOnline() || <p className="offline">You are offline. What you see may be out of date.</p>}
  </div>
);
