import { z } from 'zod';
import { email, sessionUser, strongPassword } from './accounts.ts';
import { id, timestamp, tokenParameter } from './common.ts';
import { PASSWORD_IN_WORDS } from './registrationRules.ts';
import { passkeyAnswer } from './secondFactors.ts';

export const forgotPassword = z.object({ email }).meta({ id: 'ForgotPassword' });

export const resetPassword = tokenParameter.extend({ password: strongPassword }).meta({ id: 'ResetPassword' });

const WEAK_PASSWORD =
  'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character';

/** Document 2, section 5: each class once at least, and no other characters. */
const CHANGED_PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,200}$/;

export const changePassword = z
  .object({
    currentPassword: z
      .string({ error: 'Current password is required' })
      .min(1, 'Current password is required')
      .max(200),
    newPassword: z
      .string({ error: 'New password is required' })
      .regex(CHANGED_PASSWORD, WEAK_PASSWORD)
      .meta({
        description: `${PASSWORD_IN_WORDS}, and no other characters`,
        format: 'password',
        minLength: 8,
        maxLength: 200,
      }),
  })
  .meta({ id: 'ChangePassword' });

export const registered = z.object({ message: z.string(), userId: id }).meta({ id: 'Registered' });

/** A session on the first use of a link, in the browser that registered, where none is open. */
export const verified = z
  .object({ message: z.string(), token: z.string().optional(), user: sessionUser.optional() })
  .meta({ id: 'Verified' });

export const sessionCheck = z.object({ valid: z.literal(true), user: sessionUser }).meta({ id: 'SessionCheck' });

export const tokenCheck = z.object({ valid: z.boolean() }).meta({ id: 'TokenCheck' });

/**
 * Where an account is signed in; `device` in words, such as "Firefox on Windows". `country`: ISO 3166, in which the network is registered
 * from which the session was last renewed; null where no table says it.
 */
export const openSessions = z
  .object({
    sessions: z.array(
      z.object({
        id,
        device: z.string(),
        country: z.string().length(2).nullable(),
        current: z.boolean(),
        openedAt: timestamp,
        lastUsedAt: timestamp,
      }),
    ),
  })
  .meta({ id: 'OpenSessions' });
export type OpenSessions = z.infer<typeof openSessions>;

export const requestEmailChange = z.object({ email }).meta({ id: 'RequestEmailChange' });

/**
 * `email`: the present one. `change`: what waits for the readers of both addresses to confirm it; null where nothing does. `frozenUntil`: the
 * first second factor is pending, so the address cannot change.
 */
export const emailChange = z
  .object({
    email: z.string(),
    change: z
      .object({
        email: z.string(),
        requestedAt: timestamp,
        lapsesAt: timestamp,
        confirmed: z.object({ oldAddress: z.boolean(), newAddress: z.boolean() }),
      })
      .nullable(),
    frozenUntil: timestamp.nullable(),
  })
  .meta({ id: 'EmailChange' });
export type EmailChangeAnswer = z.infer<typeof emailChange>;

const side = z.enum(['oldAddress', 'newAddress']);

/**
 * Of the link at one of the two addresses. `confirmed`: by this one, the other is waited for. `ended`: taken back, refused, or another
 * address was asked for since. `email`: the address asked for, while it waits.
 */
export const emailLink = z
  .object({
    side,
    state: z.enum(['open', 'confirmed', 'changed', 'ended', 'expired']),
    email: z.string().nullable(),
  })
  .meta({ id: 'EmailLink' });
export type EmailLink = z.infer<typeof emailLink>;

export const emailLinkToken = tokenParameter.meta({ id: 'EmailLinkToken' });

export const emailConfirmed = emailLink.omit({ email: true }).meta({ id: 'EmailConfirmed' });
export type EmailConfirmed = z.infer<typeof emailConfirmed>;

export const emailRefused = z.object({ side }).meta({ id: 'EmailRefused' });
export type EmailRefused = z.infer<typeof emailRefused>;

export const login = z
  .object({
    email: z
      .string({ error: 'Please enter both email and password' })
      .trim()
      .min(1, 'Please enter both email and password')
      .max(254),
    password: z
      .string({ error: 'Please enter both email and password' })
      .min(1, 'Please enter both email and password')
      .max(200),
    /** Of the authenticator app, or a recovery code, where a second factor is in use. */
    code: z.string().trim().max(40).optional(),
    /** In its place. */
    passkey: passkeyAnswer.optional(),
    /** What the browser calls itself, so that a sign-in from another one is told by email. */
    device: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  })
  .meta({ id: 'Login' });
