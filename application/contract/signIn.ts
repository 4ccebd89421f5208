import { z } from 'zod';
import { email, sessionUser, strongPassword } from './accounts.ts';
import { id, timestamp, tokenParameter } from './common.ts';
import { PASSWORD_DESCRIPTION } from './registrationRules.ts';
import { passkeyAnswer } from './secondFactors.ts';

export const forgotPassword = z.object({ email }).meta({ id: 'ForgotPassword' });

export const resetPassword = tokenParameter.extend({ password: strongPassword }).meta({ id: 'ResetPassword' });

const WEAK_PASSWORD =
  'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character';

/** Document 2, section 5: at least one of each class, and no other characters. */
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
        description: `${PASSWORD_DESCRIPTION}, and no other characters`,
        format: 'password',
        minLength: 8,
        maxLength: 200,
      }),
  })
  .meta({ id: 'ChangePassword' });

export const registered = z.object({ message: z.string(), userId: id }).meta({ id: 'Registered' });

/** Contains a session on the first use of the link in the browser that registered, if none is open. */
export const verified = z
  .object({ message: z.string(), token: z.string().optional(), user: sessionUser.optional() })
  .meta({ id: 'Verified' });

export const sessionCheck = z.object({ valid: z.literal(true), user: sessionUser }).meta({ id: 'SessionCheck' });

export const tokenCheck = z.object({ valid: z.boolean() }).meta({ id: 'TokenCheck' });

/**
 * `device`: in words, such as "Firefox on Windows". `country`: ISO 3166, the registered country of the network that last renewed the
 * session; null if unknown.
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
 * `email`: the current address. `change`: the request that both addresses must confirm; null if there is none. `frozenUntil`: the address
 * cannot change while the first second factor is pending.
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
 * The link sent to one of the two addresses. `confirmed`: by this address; the other one is still missing. `ended`: withdrawn, refused or
 * replaced. `email`: the requested address, while the request is open.
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
    /** A code of the authenticator app, or a recovery code. */
    code: z.string().trim().max(40).optional(),
    /** Instead of a code. */
    passkey: passkeyAnswer.optional(),
    /** The browser's device id. A sign-in with a new id sends an e-mail. */
    device: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  })
  .meta({ id: 'Login' });
