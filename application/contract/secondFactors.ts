import { z } from 'zod';
import { timestamp } from './common.ts';
import { passkeyAnswer } from './passkeys.ts';
import { tokenParameter } from './signIn.ts';

const code = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, 'Please enter the code')
  .max(40, 'This is not a valid code');

/**
 * `inUse`: an authenticator app. `required`: the role of the account asks for that or a passkey. `pendingUntil`: of the first second factor; until
 * then bank details, e-mail address, recovery codes and payouts wait. It may also be removed meanwhile.
 */
export const secondFactor = z
  .object({
    inUse: z.boolean(),
    passkeys: z.int(),
    required: z.boolean(),
    recoveryCodesLeft: z.int(),
    pendingUntil: timestamp.nullable(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof secondFactor>;

/**
 * The link in the mail about the first second factor. `used`: it has removed the factor. `ended`: the factor was removed otherwise, or is
 * no longer pending. `until`: while the state is `open`.
 */
export const factorLink = z
  .object({ state: z.enum(['open', 'used', 'ended', 'expired']), until: timestamp.nullable() })
  .meta({ id: 'FactorLink' });
export type FactorLink = z.infer<typeof factorLink>;

export const factorLinkToken = tokenParameter.meta({ id: 'FactorLinkToken' });

/** What an authenticator app is given: to type, and as the address that its picture holds. */
export const factorSecret = z.object({ secret: z.string(), address: z.string() }).meta({ id: 'FactorSecret' });
export type FactorSecret = z.infer<typeof factorSecret>;

export const factorCode = z.object({ code }).meta({ id: 'FactorCode' });

/** The session's token from now on; the one that it was asked with ends within a minute, and proves nothing. */
export const nextToken = { token: z.string() };

export const steppedUp = z.object({ message: z.string(), ...nextToken }).meta({ id: 'SteppedUp' });
export type SteppedUp = z.infer<typeof steppedUp>;

/** The codes that open the account without its app: they are shown this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const factorAdded = z.object({ recoveryCodes: z.array(z.string()), ...nextToken }).meta({ id: 'FactorAdded' });
export type FactorAdded = z.infer<typeof factorAdded>;

/** A code or a passkey where a second factor is in use, the password where none is. */
export const stepUp = z
  .object({
    code: code.optional(),
    passkey: passkeyAnswer.optional(),
    password: z.string().max(200).optional(),
  })
  .meta({ id: 'StepUp' });
