import { z } from 'zod';
import { oneLine } from '#domain/shared/oneLine.ts';
import { id, timestamp, tokenParameter } from './common.ts';

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(most);

const transports = z.array(z.string().max(40)).max(10);

/** The common shape of a passkey answer, in the JSON form of WebAuthn Level 3. */
const answerOf = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    response: z.object(response),
    clientExtensionResults: z.object({}),
  });

export const newPasskeyAnswer = answerOf({
  clientDataJSON: base64url(8_000),
  attestationObject: base64url(60_000),
  transports: transports.optional(),
}).meta({ id: 'NewPasskeyAnswer' });
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;

export const passkeyAnswer = answerOf({
  clientDataJSON: base64url(8_000),
  authenticatorData: base64url(8_000),
  signature: base64url(8_000),
  userHandle: base64url(200).optional(),
}).meta({ id: 'PasskeyAnswer' });
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** Options for `navigator.credentials.get`. `challenge` is valid once, for five minutes. */
export const passkeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(known),
  })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** Options for `navigator.credentials.create`. */
export const passkeyCreation = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(known),
    authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

export const newPasskey = z
  .object({
    name: z
      .string({ error: 'Please give the passkey a name' })
      .overwrite(oneLine)
      .min(1, 'Please give the passkey a name')
      .max(60, 'A name has 60 characters at most'),
    passkey: newPasskeyAnswer,
  })
  .meta({ id: 'NewPasskey' });

/** `recoveryCodes`: with the first second factor of an account, shown only once; otherwise empty. */
/** `token`: the new token of the session. */
export const passkeyAdded = z
  .object({ id, recoveryCodes: z.array(z.string()), token: z.string() })
  .meta({ id: 'PasskeyAdded' });
export type PasskeyAdded = z.infer<typeof passkeyAdded>;

export const passkeys = z
  .object({
    passkeys: z.array(z.object({ id, name: z.string(), addedAt: timestamp, lastUsedAt: timestamp.nullable() })),
  })
  .meta({ id: 'Passkeys' });
export type Passkeys = z.infer<typeof passkeys>;

export const passkeySignIn = z
  .object({
    passkey: passkeyAnswer,
    /** The browser's device id, as in a sign-in by password. */
    device: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  })
  .meta({ id: 'PasskeySignIn' });

const code = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, 'Please enter the code')
  .max(40, 'This is not a valid code');

/**
 * `inUse`: an authenticator app. `required`: the role requires an app or a passkey. `pendingUntil`: of the first second factor; until then
 * bank details, e-mail address, recovery codes and payouts wait, and a link can remove the factor.
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
 * The link in the e-mail about the first second factor. `used`: it removed the factor. `ended`: the factor was removed in another way or is
 * no longer pending. `until`: only while `open`.
 */
export const factorLink = z
  .object({ state: z.enum(['open', 'used', 'ended', 'expired']), until: timestamp.nullable() })
  .meta({ id: 'FactorLink' });
export type FactorLink = z.infer<typeof factorLink>;

export const factorLinkToken = tokenParameter.meta({ id: 'FactorLinkToken' });

/** For an authenticator app: `secret` to type, `address` for the QR code. */
export const factorSecret = z.object({ secret: z.string(), address: z.string() }).meta({ id: 'FactorSecret' });
export type FactorSecret = z.infer<typeof factorSecret>;

export const factorCode = z.object({ code }).meta({ id: 'FactorCode' });

/** The new token of the session. The old one expires within a minute and no longer counts as confirmed. */
export const nextToken = { token: z.string() };

export const steppedUp = z.object({ message: z.string(), ...nextToken }).meta({ id: 'SteppedUp' });
export type SteppedUp = z.infer<typeof steppedUp>;

/** One-time codes that replace the app; shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const factorAdded = z.object({ recoveryCodes: z.array(z.string()), ...nextToken }).meta({ id: 'FactorAdded' });
export type FactorAdded = z.infer<typeof factorAdded>;

/** A code or a passkey if the account has a second factor, otherwise the password. */
export const stepUp = z
  .object({
    code: code.optional(),
    passkey: passkeyAnswer.optional(),
    password: z.string().max(200).optional(),
  })
  .meta({ id: 'StepUp' });
