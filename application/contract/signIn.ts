import { z } from 'zod';
import { email, sessionUser, strongPassword } from './accounts.ts';
import { id } from './common.ts';
import { PASSWORD_IN_WORDS } from './registrationRules.ts';

export const forgotPassword = z.object({ email }).meta({ id: 'ForgotPassword' });

const token = z.string({ error: 'Invalid or expired token' }).min(1, 'Invalid or expired token').max(200);

export const tokenParameter = z.object({ token });

export const resetPassword = z.object({ token, password: strongPassword }).meta({ id: 'ResetPassword' });

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
