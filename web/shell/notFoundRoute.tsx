import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

export const notFound: RouteObject = {
  path: '*',
  ...screen(async () => (await import('./NotFound.tsx')).NotFound),
};
