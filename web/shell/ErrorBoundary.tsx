import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';

/** The outermost boundary: plain links and a reload, since nothing else can be trusted here. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="wrap error-page" role="alert">
        <div className="state">
          <h1>Something went wrong</h1>
          <p>Your money is not affected. Reload the page to continue.</p>
          <div className="row">
            <Button size="sm" look="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <a className="btn btn-sm btn-quiet" href="/">
              Home
            </a>
          </div>
        </div>
      </main>
    );
  }
}
