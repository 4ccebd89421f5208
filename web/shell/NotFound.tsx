import { ErrorState } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { Ways } from './RouteError.tsx';

const TITLE = 'This page is not in the archives';

export const NotFound = () => {
  useTitle(TITLE);
  return (
    <main className="wrap error-page" id="main">
      <h1 className="sr-only">{TITLE}</h1>
      <ErrorState kind="refused" title={TITLE} actions={<Ways />}>
        It may have moved, or never existed.
      </ErrorState>
    </main>
  );
};
