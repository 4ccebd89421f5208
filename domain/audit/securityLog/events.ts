import { z } from 'zod';
import { asItWas, type EventOf, fact, revised } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';

/** A hash under a key of the month, which is erased after a year: from then on nobody can tell of which address it is. */
export const digest = z.string().regex(/^[0-9a-f]{32}$/);

const WAYS_IN = ['credentials', 'passkey', 'link'] as const;
export type WayIn = (typeof WAYS_IN)[number];
/** `stepUp`: somebody who is signed in was asked to show again who they are. */
const WAYS_TRIED_FIRST = [...WAYS_IN, 'stepUp'] as const;
/** `renewal`: what a browser keeps to stay signed in. */
const WAYS_TRIED = [...WAYS_TRIED_FIRST, 'renewal'] as const;

const WHY_NOT_IN_FIRST = [
  'unknownAddress',
  'wrongCredentials',
  'wrongCode',
  'tooManyCodes',
  'passkeyRefused',
  'passkeyCopied',
  'notVerified',
  'suspended',
  'terminated',
  'deleted',
] as const;
/** `usedTwice`: it had been spent before, so there is a copy of it. */
export const WHY_NOT_IN = [...WHY_NOT_IN_FIRST, 'usedTwice'] as const;
export type WhyNotIn = (typeof WHY_NOT_IN)[number];

/** `fourEyes`: it takes somebody else. `tooNew`: the role was given too lately. */
export const WHY_NO_ACCESS = ['role', 'secondFactorMissing', 'notTheirs', 'tooNew', 'fourEyes'] as const;
export type WhyNoAccess = (typeof WHY_NO_ACCESS)[number];

/** The how-manieth of its kind that day; those between two that are told are only counted. */
const times = z.int().min(1);

/** What version 2 first called two of its words: for some hours they were stored so. */
const CALLED_FIRST: ReadonlyMap<unknown, string> = new Map([
  ['refreshToken', 'renewal'],
  ['tokenReused', 'usedTwice'],
]);
const oneOf = <Words extends readonly string[]>(words: Words) =>
  z.preprocess((word) => CALLED_FIRST.get(word) ?? word, z.enum(words));

const refusedOf = <Way extends readonly string[], Why extends readonly string[]>(way: Way, why: Why) => ({
  accountId: id.nullable(),
  way: oneOf(way),
  why: oneOf(why),
  network: digest,
  /** The e-mail address that was typed. */
  address: digest.nullable(),
  times,
});

/**
 * Stream `security-{accountId}`, or `security-{digest of the network}` where there is no such account: who came in, who was kept out.
 * Roles, passwords and second factors are facts of the account.
 */
export const securityEvents = {
  SignInSucceeded: fact({
    accountId: id,
    way: z.enum(WAYS_IN),
    secondFactor: z.boolean(),
    network: digest,
    times,
  }),
  SignInRefused: revised(
    fact(refusedOf(WAYS_TRIED_FIRST, WHY_NOT_IN_FIRST)),
    refusedOf(WAYS_TRIED, WHY_NOT_IN),
    asItWas,
    'asItIs',
  ),
  /** Of a call that is for colleagues. */
  AccessRefused: fact({
    accountId: id,
    call: z.string().max(100),
    why: z.enum(WHY_NO_ACCESS),
    network: digest,
    times,
  }),
} as const;

export type SecurityEvent = EventOf<typeof securityEvents>;
