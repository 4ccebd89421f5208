import type { SignedInSession } from '#application/accounts/signIn.ts';
import { registration, resendVerification, session } from '#application/contract/accounts.ts';
import { message, tokenParameter } from '#application/contract/common.ts';
import {
  changePassword,
  forgotPassword,
  login,
  registered,
  resetPassword,
  sessionCheck,
  tokenCheck,
  verified,
} from '#application/contract/signIn.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { notSignedIn } from '../../errors.ts';
import { networkOf } from '../../rateLimits.ts';
import { RESUME } from '../../refreshCookie.ts';
import { command } from '../command.ts';
import { type EndpointDeps, granted } from '../deps.ts';

const tag = 'Auth';

export const NOT_IN = {
  401: 'Wrong credentials, or a second factor is required',
  403: 'Correct credentials, but the account is unverified, suspended or deleted',
} as const;

/** The origin of a sign-in; `browser`: its device id. */
export const arrivalOf = (
  { userAgent, ip, fromOwnPage }: { userAgent: string; ip: string; fromOwnPage: boolean },
  browser: string | undefined,
) => ({ userAgent, browser, network: networkOf(ip), keepsTokens: fromOwnPage });

/** The answer for the page, and the cookies for its browser. */
export const signedIn = ({ refresh, ...body }: SignedInSession) => ({ body, refresh });

export const signInEndpoints = ({ accounts }: EndpointDeps): Endpoint[] => [
  endpoint({
    method: 'post',
    path: 'auth/register',
    operationId: 'register',
    summary: 'Register an account',
    tag,
    limit: 'register',
    may: access.account.do.enter,
    success: 201,
    body: registration,
    response: registered,
    handle: async ({ body, context, fromOwnPage }) => {
      const { accountId, position } = granted(await accounts.register(body, context));
      const registrant = fromOwnPage ? await accounts.rememberRegistrant(accountId) : undefined;
      return {
        body: {
          message: 'Registration successful! Please check your email to verify your account.',
          userId: accountId,
        },
        position,
        registrant,
      };
    },
  }),
  endpoint({
    method: 'post',
    path: 'auth/login',
    operationId: 'signIn',
    summary: 'Sign in',
    tag,
    limit: 'signIn',
    refuses: NOT_IN,
    may: access.account.do.enter,
    body: login,
    response: session,
    handle: async ({ body: { device, ...credentials }, ...call }) =>
      signedIn(granted(await accounts.signIn(credentials, arrivalOf(call, device)))),
  }),
  endpoint({
    method: 'post',
    path: 'auth/logout',
    operationId: 'signOut',
    summary: 'Sign out of this session',
    tag,
    may: access.account.do.manage,
    handle: async ({ account, fromOwnPage }) => {
      await accounts.signOut(account.sessionId);
      return { status: 204, body: undefined, ...(fromOwnPage && { refresh: null }) };
    },
  }),
  endpoint({
    method: 'post',
    path: 'auth/refresh',
    operationId: 'refreshSession',
    summary: 'Renew the token of a session that has no refresh token',
    tag,
    limit: 'reading',
    byItself: true,
    may: access.account.do.manage,
    response: session,
    handle: async ({ account, ip }) => signedIn(granted(await accounts.renewSession(account, networkOf(ip)))),
  }),
  endpoint({
    method: 'post',
    path: RESUME,
    operationId: 'resumeSession',
    summary: 'Renew the token by the refresh cookie of the browser; the cookie is replaced',
    tag,
    limit: 'resuming',
    resumes: true,
    refuses: {
      401: 'The session has ended; `code` says why',
      403: 'The request does not come from a page of this origin',
    },
    may: access.account.do.enter,
    response: session,
    handle: async ({ refreshToken, ip }) => {
      if (refreshToken === undefined) throw notSignedIn();
      const resumed = await accounts.resumeSession(refreshToken, networkOf(ip));
      if (resumed.ok) return signedIn(resumed.value);
      if (resumed.error.code === 'over') throw notSignedIn(resumed.error.why);
      throw resumed.error.code === 'signedOut' ? notSignedIn('ended') : new Refused(resumed.error);
    },
  }),
  endpoint({
    method: 'get',
    path: 'auth/verify',
    operationId: 'checkSession',
    summary: 'Check this session',
    tag,
    reads: false,
    may: access.account.see.own,
    response: sessionCheck,
    handle: async ({ account }) => ({
      body: { valid: true as const, user: accounts.sessionUserOf(account.id, (await accounts.load(account.id)).state) },
    }),
  }),
  endpoint({
    method: 'get',
    path: 'auth/verify/{token}',
    operationId: 'verifyEmail',
    summary: 'Verify an e-mail address; signs in the browser that registered on our own page',
    tag,
    redeems: true,
    signsInRegistrant: true,
    reads: false,
    limit: 'token',
    may: access.account.do.enter,
    knowsCaller: true,
    refuses: { 400: 'The link is invalid or has expired' },
    params: tokenParameter,
    response: verified,
    handle: async ({ params, context, account, registrant, ...call }) => {
      const link = { token: params.token, registrant: account ? undefined : registrant };
      const verified = await accounts.verifyEmail(link, arrivalOf(call, undefined), context);
      const { session, position } = granted(verified);
      const message = 'Email verified successfully!';
      if (!session) return { body: { message }, position };
      const { body, refresh } = signedIn(session);
      return { body: { message, ...body }, position, refresh, registrant: null };
    },
  }),
  endpoint({
    method: 'post',
    path: 'auth/resend-verification',
    operationId: 'resendVerificationEmail',
    summary: 'Resend the verification e-mail',
    tag,
    limit: 'resend',
    may: access.account.do.enter,
    body: resendVerification,
    response: message,
    handle: async ({ body, context }) => {
      await accounts.resendVerification(body.email, context);
      return { body: { message: 'Verification email has been resent. Please check your inbox.' } };
    },
  }),
  endpoint({
    method: 'post',
    path: 'auth/forgot-password',
    operationId: 'requestPasswordReset',
    summary: 'Request a link to reset the password',
    tag,
    limit: 'forgot',
    may: access.account.do.enter,
    body: forgotPassword,
    response: message,
    handle: async ({ body, context }) => {
      await accounts.forgotPassword(body.email, context);
      return {
        body: { message: 'If an account exists for this address, a link to reset its password is on its way.' },
      };
    },
  }),
  endpoint({
    method: 'get',
    path: 'auth/reset-password/validate',
    operationId: 'checkPasswordResetToken',
    summary: 'Check a password reset link',
    tag,
    reads: false,
    limit: 'token',
    may: access.account.do.enter,
    query: tokenParameter,
    response: tokenCheck,
    handle: async ({ query }) => ({ body: { valid: await accounts.isResetToken(query.token) } }),
  }),
  command({
    method: 'post',
    path: 'auth/reset-password',
    operationId: 'resetPassword',
    summary: 'Reset the password by a link',
    tag,
    limit: 'token',
    may: access.account.do.enter,
    body: resetPassword,
    response: message,
    run: ({ body, context }) => accounts.resetPassword(body, context),
    answer: () => ({ message: 'Password reset successful!' }),
  }),
  command({
    method: 'post',
    path: 'user/change-password',
    operationId: 'changePassword',
    tag,
    limit: 'password',
    summary: 'Change the password; ends all other sessions',
    may: access.account.do.manage,
    body: changePassword,
    response: message,
    run: (call) => accounts.changePassword(call.account, call.body, call.context),
    answer: () => ({ message: 'Password updated successfully' }),
  }),
];
