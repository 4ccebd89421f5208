import './api/zodWithoutEval.ts';
import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from './api/queryClient.ts';
import { SessionProvider } from './api/session.tsx';
import { navigateWith } from './api/sessionEnd.ts';
import { routes } from './routes.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';

const router = createBrowserRouter(routes);

navigateWith((path) => void router.navigate(path, { replace: true }));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
