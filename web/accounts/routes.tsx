import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

export const accountRoutes: RouteObject[] = [
  { path: 'login', ...screen(async () => (await import('./components/Login.tsx')).Login) },
  { path: 'register', ...screen(async () => (await import('./components/Register.tsx')).Register) },
  {
    path: 'registration-success',
    ...screen(async () => (await import('./components/RegistrationSuccess.tsx')).RegistrationSuccess),
  },
  { path: 'verify-email', ...screen(async () => (await import('./components/VerifyEmail.tsx')).VerifyEmail) },
  { path: 'email-change', ...screen(async () => (await import('./components/EmailChange.tsx')).EmailChange) },
  { path: 'new-factor', ...screen(async () => (await import('./components/NewFactor.tsx')).NewFactor) },
  { path: 'unsubscribe', ...screen(async () => (await import('./components/Unsubscribe.tsx')).Unsubscribe) },
  {
    path: 'forgot-password',
    ...screen(async () => (await import('./components/ForgotPassword.tsx')).ForgotPassword),
  },
  { path: 'reset-password', ...screen(async () => (await import('./components/ResetPassword.tsx')).ResetPassword) },
];
