import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#application/contract/secondFactors.ts';
import { ApiError } from './ApiError.ts';

const SAID: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of your account already.',
  NotAllowedError: 'No passkey was used: it was cancelled, or it took too long.',
  AbortError: 'No passkey was used: it was cancelled.',
  SecurityError: 'Passkeys do not work at this address.',
};

const nameOf = (error: unknown): string => {
  const said = error instanceof WebAuthnError ? error.cause : error;
  return said instanceof Error ? said.name : '';
};

/** Why a passkey could not be created or used, as an error without an answer. */
const refused = (error: unknown): never => {
  const known = 'PublicKeyCredential' in window;
  const words = SAID[nameOf(error)] ?? 'The passkey could not be used. Please try again.';
  throw new ApiError(known ? words : 'This browser cannot use passkeys.', { status: 0, statusText: '', endpoint: '' });
};

/** @throws ApiError with a message to show */
export const showPasskey = async (optionsJSON: PasskeyRequest): Promise<PasskeyAnswer> => {
  const answer = await startAuthentication({ optionsJSON }).catch(refused);
  return { ...answer, clientExtensionResults: {} };
};

/** @throws ApiError with a message to show */
export const makePasskey = async (optionsJSON: PasskeyCreation): Promise<NewPasskeyAnswer> => {
  const answer = await startRegistration({ optionsJSON }).catch(refused);
  return { ...answer, clientExtensionResults: {} };
};
