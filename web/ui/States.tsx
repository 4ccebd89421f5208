import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

type StateProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** Nothing is there, and what can be done about it. */
export const EmptyState = ({ title, children, actions }: StateProps) => (
  <div className="state">
    <svg viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <path d="M8 16V8h8M40 8h8v8M48 40v8h-8M16 48H8v-8M28 18l9 10-9 10-9-10z" />
    </svg>
    <h2 className="state-title">{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div className="row">{actions}</div>}
  </div>
);

/** Something failed, announced, with a way out: try again, or whatever `actions` offers. */
export const ErrorState = ({ title, children, actions, onRetry }: StateProps & { onRetry?: () => void }) => (
  <div className="state failed" role="alert">
    <svg viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <path d="M8 16V8h8M40 8h8v8M48 40v8h-8M16 48H8v-8M28 17v14M28 38v1" />
    </svg>
    <h2 className="state-title">{title}</h2>
    {children && <p>{children}</p>}
    {(onRetry || actions) && (
      <div className="row">
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        {actions}
      </div>
    )}
  </div>
);

/** A notice inside a page: frost for what is to be known, red for what went wrong (announced). */
export const Notice = ({ bad, children }: { bad?: boolean; children: ReactNode }) => (
  <div className={bad ? 'notice bad' : 'notice'} role={bad ? 'alert' : undefined}>
    <Icon name={bad ? 'warning' : 'info'} />
    <div>{children}</div>
  </div>
);
