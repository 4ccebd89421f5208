import { ApiError } from '../api/ApiError.ts';
import { RouteBoundary } from '../routing/RouteBoundary.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';

type Story = { title: string; message: string };

const NOT_FOR_PEOPLE = [TypeError, RangeError, ReferenceError, SyntaxError];
const UNREADABLE =
  'The archives answered in a way that this page cannot read. Nothing has changed. Reload to try again.';

const storyOf = (error: unknown): Story => {
  // A new version was put up while this page stood open: its parts have other names now.
  const message = error instanceof Error ? error.message : '';
  if (/dynamically imported module|module script failed/i.test(message)) {
    return { title: 'A new version is here', message: 'Reload the page to go on with it.' };
  }
  // no words for people: an answer had another shape than this page can read, or the page has a fault
  const isOwn = error instanceof ApiError || !NOT_FOR_PEOPLE.some((type) => error instanceof type);
  return { title: 'Something went wrong', message: isOwn ? message : UNREADABLE };
};

const notFound: Story = { title: 'This page is not in the archives', message: 'It may have moved, or never existed.' };

const Ways = () => (
  <>
    <ButtonLink to="/" size="sm">
      Home
    </ButtonLink>
    <ButtonLink to="/login" size="sm" look="quiet">
      Login
    </ButtonLink>
  </>
);

type RouteErrorProps = { error: unknown; inMain: boolean };

/** The message, and ways out. */
const RouteError = ({ error, inMain }: RouteErrorProps) => {
  const { title, message } = storyOf(error);
  useTitle(title);
  const Frame = inMain ? 'div' : 'main';
  return (
    <Frame className="wrap error-page" {...(inMain ? {} : { id: 'main' })}>
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        title={title}
        actions={
          <>
            <Button size="sm" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <Ways />
          </>
        }
      >
        {message}
      </ErrorState>
    </Frame>
  );
};

/** What stands in place of the routes inside when one fails. `inMain`: the frame around it has the main landmark already. */
export const RouteErrors = ({ inMain = false }: { inMain?: boolean }) => (
  <RouteBoundary failure={(error) => <RouteError error={error} inMain={inMain} />} />
);

export const NotFound = () => {
  useTitle(notFound.title);
  return (
    <main className="wrap error-page" id="main">
      <h1 className="sr-only">{notFound.title}</h1>
      <ErrorState title={notFound.title} actions={<Ways />}>
        {notFound.message}
      </ErrorState>
    </main>
  );
};
