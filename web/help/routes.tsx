import type { RouteObject } from 'react-router-dom';

export const helpRoutes: RouteObject[] = [
  { path: 'about', lazy: async () => ({ Component: (await import('./About.tsx')).About }) },
  { path: 'faq', lazy: async () => ({ Component: (await import('./Faq.tsx')).Faq }) },
];

export const memberHelpRoutes: RouteObject[] = [
  { path: 'faq-contact', lazy: async () => ({ Component: (await import('./FaqContact.tsx')).FaqContact }) },
];

/** Stands alone, because it opens in a tab of its own. */
export const termsRoutes: RouteObject[] = [
  { path: 'terms', lazy: async () => ({ Component: (await import('./Terms.tsx')).Terms }) },
];
