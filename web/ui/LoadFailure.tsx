import { ApiError, messageOf } from '../api/ApiError.ts';
import { ButtonLink } from './Button.tsx';
import { ErrorState } from './States.tsx';
import { useTitle } from './useTitle.ts';

type LoadFailureProps = {
  error: unknown;
  missing: { title: string; words: string };
  failed: { title: string; words?: string };
  /** Details of a quarantine, for readers who may see them. */
  quarantined?: { title: string; words: string };
  back: { to: string; label: string };
  onRetry: () => void;
};

/** A whole-screen failure: not found, in quarantine, or not reachable. */
export const LoadFailure = ({ error, missing, failed, quarantined, back, onRetry }: LoadFailureProps) => {
  const status = error instanceof ApiError ? error.status : undefined;
  const gone = status === 404;
  const stopped = status === 423;
  const told = gone ? missing : stopped ? quarantined : undefined;
  const title = told?.title ?? (stopped ? 'We are working on it' : failed.title);
  useTitle(title);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        error={error}
        title={title}
        onRetry={onRetry}
        actions={
          <ButtonLink size="sm" to={back.to}>
            {back.label}
          </ButtonLink>
        }
      >
        {told?.words ?? messageOf(error, failed.words ?? 'Try again in a moment.')}
      </ErrorState>
    </>
  );
};
