import { z } from 'zod';
import type { Actor } from '../shared/actor.ts';
import { type Decider, record } from '../shared/decider.ts';
import { asItWas, type EventOf, fact, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';

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

/** So many of one kind a day are told one by one. */
const SIGN_INS = 20;
const REFUSALS = 3;

/** 10, 30, 100, 300, 1,000 … */
const isRound = (times: number): boolean => /^[13]0+$/.test(String(times));

/** Whether the how-manieth of a day becomes a fact: whoever tries again and again must not fill the store. */
export const isRecorded = (kind: 'in' | 'out', times: number): boolean =>
  times <= (kind === 'in' ? SIGN_INS : REFUSALS) || isRound(times);

type Noted<Type extends SecurityEvent['type']> = Omit<Extract<SecurityEvent, { type: Type }>['data'], 'at'>;
type By = { at: Instant; by: Actor };

export type SecurityCommand =
  | ({ type: 'NoteSignIn' } & By & Noted<'SignInSucceeded'>)
  | ({ type: 'NoteRefusedSignIn' } & By & Noted<'SignInRefused'>)
  | ({ type: 'NoteRefusedAccess' } & By & Noted<'AccessRefused'>);

/** The state of the stream of security, which is empty: nothing is decided by it. */
export const securityShape = z.object({});
export type Security = z.infer<typeof securityShape>;

/** How often something came that day is counted beside it; here stands what of it is told. */
export const security: Decider<SecurityCommand, SecurityEvent, Security, never> = {
  initial: {},
  evolve: (state) => state,
  decide: (command) => {
    if (!isRecorded(command.type === 'NoteSignIn' ? 'in' : 'out', command.times)) return record();
    switch (command.type) {
      case 'NoteSignIn': {
        const { at, accountId, way, secondFactor, network, times } = command;
        return record({ type: 'SignInSucceeded', data: { at, accountId, way, secondFactor, network, times } });
      }
      case 'NoteRefusedSignIn': {
        const { at, accountId, way, why, network, address, times } = command;
        return record({ type: 'SignInRefused', data: { at, accountId, way, why, network, address, times } });
      }
      case 'NoteRefusedAccess': {
        const { at, accountId, call, why, network, times } = command;
        return record({ type: 'AccessRefused', data: { at, accountId, call, why, network, times } });
      }
    }
  },
};
