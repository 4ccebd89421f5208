import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

export const helpRoutes: RouteObject[] = [
  { path: 'about', ...screen(async () => (await import('./About.tsx')).About) },
  { path: 'faq', ...screen(async () => (await import('./Faq.tsx')).Faq) },
  { path: 'how-a-sale-runs', ...screen(async () => (await import('./process/HowASaleRuns.tsx')).HowASaleRuns) },
];

/** Separate layout, because it opens in its own tab. */
export const termsRoutes: RouteObject[] = [
  { path: 'terms', ...screen(async () => (await import('./Terms.tsx')).Terms) },
];
