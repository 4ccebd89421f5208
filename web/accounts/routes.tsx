import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

export const accountRoutes: RouteObject[] = [
  { path: 'login', ...screen(async () => (await import('./Login.tsx')).Login) },
  { path: 'register', ...screen(async () => (await import('./Register.tsx')).Register) },
  {
    path: 'registration-success',
    ...screen(async () => (await import('./RegistrationSuccess.tsx')).RegistrationSuccess),
  },
  { path: 'verify-email', ...screen(async () => (await import('./VerifyEmail.tsx')).VerifyEmail) },
  { path: 'email-change', ...screen(async () => (await import('./EmailChange.tsx')).EmailChange) },
  { path: 'new-factor', ...screen(async () => (await import('./NewFactor.tsx')).NewFactor) },
  { path: 'unsubscribe', ...screen(async () => (await import('./Unsubscribe.tsx')).Unsubscribe) },
  {
    path: 'forgot-password',
    ...screen(async () => (await import('./ForgotPassword.tsx')).ForgotPassword),
  },
  { path: 'reset-password', ...screen(async () => (await import('./ResetPassword.tsx')).ResetPassword) },
];
