import type { RouteObject } from 'react-router-dom';

export const accountRoutes: RouteObject[] = [
  { path: 'login', lazy: async () => ({ Component: (await import('./Login.tsx')).Login }) },
  { path: 'register', lazy: async () => ({ Component: (await import('./Register.tsx')).Register }) },
  {
    path: 'registration-success',
    lazy: async () => ({ Component: (await import('./RegistrationSuccess.tsx')).RegistrationSuccess }),
  },
  { path: 'verify-email', lazy: async () => ({ Component: (await import('./VerifyEmail.tsx')).VerifyEmail }) },
  {
    path: 'forgot-password',
    lazy: async () => ({ Component: (await import('./ForgotPassword.tsx')).ForgotPassword }),
  },
  { path: 'reset-password', lazy: async () => ({ Component: (await import('./ResetPassword.tsx')).ResetPassword }) },
];
