import type { WhyFactorRevoked, WhyNoEmailChange } from '../accounts/events.ts';
import type { SecurityEvent, WhyNoAccess, WhyNotIn } from '../audit/securityLog.ts';

export const SECURITY_TITLES: Readonly<Record<SecurityEvent['type'], string>> = {
  SignInSucceeded: 'Signed in',
  SignInRefused: 'Sign-in refused',
  AccessRefused: 'Access refused',
};

const WHY: Readonly<Record<WhyNotIn | WhyNoAccess | WhyNoEmailChange | WhyFactorRevoked, string>> = {
  unknownAddress: 'no account has this address',
  wrongCredentials: 'wrong password',
  wrongCode: 'wrong code',
  tooManyCodes: 'too many wrong codes',
  passkeyRefused: 'wrong passkey',
  passkeyCopied: 'a copied passkey',
  notVerified: 'address not verified',
  suspended: 'suspended',
  terminated: 'closed for good',
  deleted: 'deleted',
  usedTwice: 'a refresh token was used twice',
  role: 'without the role for it',
  secondFactorMissing: 'without a second factor',
  notTheirs: 'not theirs to see',
  tooNew: 'the role was granted too recently',
  fourEyes: 'a second person must do it',
  withdrawn: 'withdrawn by the person who requested it',
  refusedByOldAddress: 'refused from the old address',
  refusedByNewAddress: 'refused from the new address',
  taken: 'another account took it first',
  passwordReset: 'a new password was set by e-mail',
  disowned: 'the owner said that the second factor is not theirs',
  signedOut: 'its session ended while it was added',
};

export const whyRefused = (why: string): string => WHY[why as keyof typeof WHY] ?? why;

/** How somebody signed in. */
export const WAYS: Readonly<Record<string, string>> = {
  credentials: 'by password',
  passkey: 'by passkey',
  link: 'by the link in an email',
  stepUp: 'asked to confirm their identity again',
  renewal: 'by a browser that stays signed in',
};
