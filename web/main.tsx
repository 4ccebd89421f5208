import './api/zodWithoutEval.ts';
import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queryClient.ts';
import { SessionProvider } from './api/session.tsx';
import { navigateWith } from './api/sessionEnd.ts';
import { routes } from './routes.tsx';
import { browserHistory } from './routing/browserHistory.ts';
import { Routing } from './routing/Routing.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { LoadingScreen } from './ui/LoadingScreen.tsx';

const history = browserHistory();

navigateWith((path) => history.replace(path));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Routing routes={routes} history={history} loading={<LoadingScreen />} />
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
