import { z } from 'zod';
import type { Actor } from '../shared/actor.ts';
import { type Decider, record } from '../shared/decider.ts';
import { asItWas, type EventOf, firstVersion, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';

/** HMAC under a monthly key that is erased after a year. After that nobody can link it to an address. */
export const digest = z.string().regex(/^[0-9a-f]{32}$/);

const WAYS_IN = ['credentials', 'passkey', 'link'] as const;
export type WayIn = (typeof WAYS_IN)[number];
/** `stepUp`: a signed-in person confirms who they are. */
const WAYS_TRIED_FIRST = [...WAYS_IN, 'stepUp'] as const;
/** `renewal`: the refresh token. */
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
/** `usedTwice`: the token was already spent, so a copy exists. */
export const WHY_NOT_IN = [...WHY_NOT_IN_FIRST, 'usedTwice'] as const;
export type WhyNotIn = (typeof WHY_NOT_IN)[number];

/** `fourEyes`: a second person must do it. `tooNew`: the role was granted too recently. */
export const WHY_NO_ACCESS = ['role', 'secondFactorMissing', 'notTheirs', 'tooNew', 'fourEyes'] as const;
export type WhyNoAccess = (typeof WHY_NO_ACCESS)[number];

/** Running number of this kind on that day. Numbers in between are only counted. */
const times = z.int().min(1);

/** Version 2 used these words for some hours. */
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
  /** The typed e-mail address. */
  address: digest.nullable(),
  times,
});

/**
 * Stream `security-{accountId}`, or `security-{digest of the network}` for an unknown account: sign-ins and refusals.
 * Changes of roles, passwords and second factors are events of the account.
 */
export const securityEvents = {
  SignInSucceeded: firstVersion({
    accountId: id,
    way: z.enum(WAYS_IN),
    secondFactor: z.boolean(),
    network: digest,
    times,
  }),
  SignInRefused: revised(
    firstVersion(refusedOf(WAYS_TRIED_FIRST, WHY_NOT_IN_FIRST)),
    refusedOf(WAYS_TRIED, WHY_NOT_IN),
    asItWas,
    'asItIs',
  ),
  /** A refused call that is reserved for staff roles. */
  AccessRefused: firstVersion({
    accountId: id,
    call: z.string().max(100),
    why: z.enum(WHY_NO_ACCESS),
    network: digest,
    times,
  }),
} as const;

export type SecurityEvent = EventOf<typeof securityEvents>;

/** Stored in full up to this many per day and kind. */
const SIGN_INS = 20;
const REFUSALS = 3;

/** 10, 30, 100, 300, 1,000 … */
const isRound = (times: number): boolean => /^[13]0+$/.test(String(times));

/** Whether this attempt is stored. Repeated attempts must not fill the store. */
export const isRecorded = (kind: 'in' | 'out', times: number): boolean =>
  times <= (kind === 'in' ? SIGN_INS : REFUSALS) || isRound(times);

type Noted<Type extends SecurityEvent['type']> = Omit<Extract<SecurityEvent, { type: Type }>['data'], 'at'>;
type By = { at: Instant; by: Actor };

export type SecurityCommand =
  | ({ type: 'NoteSignIn' } & By & Noted<'SignInSucceeded'>)
  | ({ type: 'NoteRefusedSignIn' } & By & Noted<'SignInRefused'>)
  | ({ type: 'NoteRefusedAccess' } & By & Noted<'AccessRefused'>);

/** Empty: no decision depends on it. */
export const securityShape = z.object({});
export type Security = z.infer<typeof securityShape>;

/** The caller counts the attempts of a day; this decides which are stored. */
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
