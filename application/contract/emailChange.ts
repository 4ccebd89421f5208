import { z } from 'zod';
import { email } from './accounts.ts';
import { timestamp } from './common.ts';
import { tokenParameter } from './signIn.ts';

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
