import { z } from 'zod';

const code = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, 'Please enter the code')
  .max(40, 'This is no code');

/** `required`: the role of the account asks for one. */
export const secondFactor = z
  .object({ inUse: z.boolean(), required: z.boolean(), recoveryCodesLeft: z.int() })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof secondFactor>;

/** What an authenticator app is given: to type, and as the address that its picture holds. */
export const factorSecret = z.object({ secret: z.string(), address: z.string() }).meta({ id: 'FactorSecret' });
export type FactorSecret = z.infer<typeof factorSecret>;

export const factorCode = z.object({ code }).meta({ id: 'FactorCode' });

/** Shown this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** A code where a second factor is in use, the password where none is. */
export const stepUp = z
  .object({ code: code.optional(), password: z.string().max(200).optional() })
  .meta({ id: 'StepUp' });
