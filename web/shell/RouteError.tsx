import { useLocation, useNavigate } from 'react-router-dom';
import { currentToken } from '../api/sessionStore.ts';
import { LostPart } from '../loading/lostPart.ts';
import { reload } from '../loading/reload.ts';
import { RouteBoundary } from '../routing/RouteBoundary.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useReach } from '../ui/useReach.ts';
import { useTitle } from '../ui/useTitle.ts';

type Story = { title: string; message: string; kind?: 'empty' | 'offline' };

const UNREADABLE = 'This page received an answer it cannot read. Reload to try again.';

const LOST: Record<LostPart['why'], Story> = {
  connection: {
    title: 'No connection',
    message: 'This page will load when the connection is back.',
    kind: 'offline',
  },
  release: {
    title: 'A new version is available',
    message: 'Reload the page to continue. Your drafts are saved.',
    kind: 'empty',
  },
  broken: { title: 'This page could not load', message: 'Reload it to continue. Your drafts are saved.' },
};

const storyOf = (error: unknown): Story => {
  if (error instanceof LostPart) return LOST[error.why];
  const message = error instanceof Error ? error.message : '';
  // no details: an unexpected answer or a fault of the page
  return { title: 'Something went wrong', message: error instanceof TypeError ? UNREADABLE : message };
};

/** Home, and the dashboard for members. Works even if only the browser's storage is available. */
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

type RouteErrorProps = { error: unknown; inMain: boolean };

const RouteError = ({ error, inMain }: RouteErrorProps) => {
  const isUnreached = error instanceof LostPart && error.why === 'connection';
  const navigate = useNavigate();
  const place = useLocation();
  /** Visits the same place again, which retries its code; the frame stays. */
  const again = () => navigate(place, { replace: true, state: place.state });
  useReach(isUnreached, again);
  const { title, message, ...look } = storyOf(error);
  useTitle(title);
  const Frame = inMain ? 'div' : 'main';
  return (
    <Frame className="wrap error-page" {...(inMain ? {} : { id: 'main' })}>
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        {...look}
        title={title}
        actions={
          <>
            <Button size="sm" onClick={isUnreached ? again : reload}>
              {isUnreached ? 'Try again' : 'Reload'}
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

/** Replaces the routes inside after an error. `inMain`: the frame already has the main landmark. */
export const RouteErrors = ({ inMain = false, around = false }: { inMain?: boolean; around?: boolean }) => (
  <RouteBoundary around={around} failure={(error) => <RouteError error={error} inMain={inMain} />} />
);
