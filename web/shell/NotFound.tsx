import { EmptyState } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { Ways } from './RouteError.tsx';

const TITLE = 'This page is not in the archives';

export const NotFound = () => {
  useTitle(TITLE);
  return (
    <main className="wrap error-page" id="main">
      <h1 className="sr-only">{TITLE}</h1>
      <EmptyState title={TITLE} actions={<Ways />}>
        It may have moved, or never existed.
      </EmptyState>
    </main>
  );
};
