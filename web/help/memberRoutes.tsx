import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Protected, inside the main layout. */
export const memberHelpRoutes: RouteObject[] = [
  { path: 'faq-contact', ...screen(async () => (await import('./FaqContact.tsx')).FaqContact) },
];
