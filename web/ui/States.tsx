import type { ReactNode } from 'react';
import { ApiError, isNo } from '../api/ApiError.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { useOnline, useReach } from './useReach.ts';

type StateProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** refused: not found, not allowed or sealed. offline: no answer. failed: a server fault. */
type Kind = 'empty' | 'failed' | 'offline' | 'refused';

/** The style sheet draws an icon by kind. */
const Card = ({ kind, title, children, actions }: StateProps & { kind: Kind }) => (
  <div className={`state ${kind}`} role={kind === 'empty' ? undefined : 'alert'}>
    <h2 className="state-title">{title}</h2>
    {children}
    {actions && <div className="row">{actions}</div>}
  </div>
);

/** An empty state with possible actions. */
export const EmptyState = ({ children, ...card }: StateProps) => (
  <Card kind="empty" {...card}>
    {children && <p>{children}</p>}
  </Card>
);

const kindOf = (error: unknown, online: boolean, given: Kind | undefined): Kind => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 0) return 'offline';
  if (given) return given;
  if (status === undefined) return online ? 'failed' : 'offline';
  return isNo(error) ? 'refused' : 'failed';
};

type ErrorStateProps = StateProps & { onRetry?: (() => unknown) | undefined; error?: unknown; kind?: Kind | undefined };

/**
 * An announced error with a way out: retry, or `actions`. `error` decides between failure, refusal (no retry) and
 * offline (retries automatically); `kind` overrides it.
 */
export const ErrorState = ({ children, actions, onRetry, error, kind: wanted, ...card }: ErrorStateProps) => {
  const online = useOnline();
  const kind = kindOf(error, online, wanted);
  const isOffline = kind === 'offline' && onRetry !== undefined;
  useReach(isOffline, onRetry);
  const again = onRetry && kind !== 'refused' && (
    <Button
      size="sm"
      onClick={({ currentTarget }) => {
        // The button disappears with the error.
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
        onRetry();
      }}
    >
      Try again
    </Button>
  );
  return (
    <Card
      kind={kind}
      {...card}
      actions={
        <>
          {again}
          {actions}
        </>
      }
    >
      {children && <p>{children}</p>}
      {isOffline && <p>{online || 'You are offline. '}It will load by itself when you are back online.</p>}
    </Card>
  );
};

/** A notice in a page: blue for information, red (announced) for errors. */
export const Notice = ({ bad, children }: { bad?: boolean; children: ReactNode }) => (
  <div className={bad ? 'notice bad' : 'notice'} role={bad ? 'alert' : undefined}>
    <Icon name={bad ? 'warning' : 'info'} />
    <div>{children}</div>
  </div>
);
