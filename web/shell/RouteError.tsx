import { currentToken } from '../api/sessionStore.ts';
import { RouteBoundary } from '../routing/RouteBoundary.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useReach } from '../ui/useReach.ts';
import { useTitle } from '../ui/useTitle.ts';

type Story = { title: string; message: string; kind?: 'empty' | 'offline' };

const UNREADABLE = 'The archives answered in a way that this page cannot read. Reload to try again.';

const isLostPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);
/** A new version was put up while this page stood open: its parts have other names now. */
const NEW_VERSION: Story = {
  title: 'A new version is here',
  message: 'Reload the page to go on with it.',
  kind: 'empty',
};
const UNREACHED: Story = {
  title: 'The archives cannot be reached',
  message: 'This page comes by itself once there is a connection.',
  kind: 'offline',
};

const storyOf = (error: unknown): Story => {
  const message = error instanceof Error ? error.message : '';
  // no words for people: an answer had another shape than this page can read, or the page has a fault
  return { title: 'Something went wrong', message: error instanceof TypeError ? UNREADABLE : message };
};

/** Home, and to where one works: the own overview for whoever is signed in. It stands also where nothing but the browser's storage can be asked. */
export const Ways = () => (
  <>
    <ButtonLink to="/" size="sm">
      Home
    </ButtonLink>
    {currentToken() ? (
      <ButtonLink to="/dashboard" size="sm" look="quiet">
        Dashboard
      </ButtonLink>
    ) : (
      <ButtonLink to="/login" size="sm" look="quiet">
        Login
      </ButtonLink>
    )}
  </>
);

const reload = () => window.location.reload();

type RouteErrorProps = { error: unknown; inMain: boolean };

/** The message, and ways out. */
const RouteError = ({ error, inMain }: RouteErrorProps) => {
  const isLost = isLostPart(error);
  const reached = useReach(isLost, reload);
  const { title, message, ...look } = isLost ? (reached === false ? UNREACHED : NEW_VERSION) : storyOf(error);
  useTitle(title);
  if (isLost && reached === undefined) return <LoadingScreen />;
  const Frame = inMain ? 'div' : 'main';
  return (
    <Frame className="wrap error-page" {...(inMain ? {} : { id: 'main' })}>
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        {...look}
        title={title}
        actions={
          <>
            <Button size="sm" onClick={reload}>
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
export const RouteErrors = ({ inMain = false, around = false }: { inMain?: boolean; around?: boolean }) => (
  <RouteBoundary around={around} failure={(error) => <RouteError error={error} inMain={inMain} />} />
);
