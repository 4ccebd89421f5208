import { normalizeName } from '#domain/accounts/nameClaim.ts';
import type { SecurityCommand, SecurityEvent } from '#domain/audit/securityLog.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Clock } from '../ports/clock.ts';
import { waitsForRelease } from '../ports/eventCodec.ts';
import { StreamMoved } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { Request } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

/** Daily counts, shared by all processes and deleted after the next day. */
export interface SecurityCounts {
  /** Adds one and returns the new count. @param kind a text that names no person @param day `2026-11-23` */
  next(kind: string, day: string): Promise<number>;
}

type DataOf<Type extends SecurityEvent['type']> = Extract<SecurityEvent, { type: Type }>['data'];

type SecurityDeps = {
  repository: Pick<Repository, 'securityLog'>;
  clock: Clock;
  newId: () => Id;
  counts: SecurityCounts;
  /** Keyed hash with a permanent key, so that counters name no person. */
  hashName: (text: string) => string;
  /** 32 hex digits, hashed with the key of a month (`202611`). */
  digest: (month: string, text: string) => Promise<string>;
  log: Log;
};

/** Other processes may write to the same stream first this many times. */
const ATTEMPTS = 5;

/**
 * Records sign-ins and refusals as events. Addresses are hashed, and only some of many similar ones per day become
 * events.
 */
export const securityLog = ({ repository, clock, newId, counts, hashName, digest, log }: SecurityDeps) => {
  const underWay = new Set<Promise<void>>();

  const send = async (stream: string, command: Request<SecurityCommand>): Promise<void> => {
    const id = newId();
    const context = { commandId: id, correlationId: id, causationId: id, actor: SYSTEM };
    for (let attempt = 1; ; attempt++) {
      try {
        await repository.securityLog.send(stream, command, context);
        return;
      } catch (error) {
        if (!(error instanceof StreamMoved) || attempt === ATTEMPTS) throw error;
      }
    }
  };

  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const digestOf = (kind: 'network' | 'address', text: string) =>
    digest(today().slice(0, 7).replace('-', ''), `${kind} ${text}`);
  const timesOf = (...kind: string[]) => counts.next(hashName(kind.join(' ')), today());

  /**
   * During an update, a running older release may not be able to read these events; we skip them rather than
   * refuse sign-ins.
   */
  const unlessUpdating = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!waitsForRelease(error)) throw error;
    }
  };

  const orLogged = async (work: Promise<void>): Promise<void> => {
    try {
      await unlessUpdating(work);
    } catch (error) {
      log.error({ error: String(error) }, 'a security event could not be written');
    }
  };

  const refusedSignIn = async (
    accountId: AccountId | undefined,
    { way, why, email }: { way: DataOf<'SignInRefused'>['way']; why: DataOf<'SignInRefused'>['why']; email?: string },
    network: string,
  ): Promise<void> => {
    const hashed = await digestOf('network', network);
    const stream = accountId ?? hashed;
    const times = await timesOf('SignInRefused', why, stream);
    const address = email === undefined ? null : await digestOf('address', normalizeName(email));
    const refused = { accountId: accountId ?? null, way, why, network: hashed, address, times };
    await send(stream, { type: 'NoteRefusedSignIn', ...refused });
  };

  return {
    /** Written before anybody is signed in; rejects if it cannot be written. */
    signedIn: (
      accountId: AccountId,
      { way, secondFactor }: Pick<DataOf<'SignInSucceeded'>, 'way' | 'secondFactor'>,
      network: string,
    ): Promise<void> =>
      unlessUpdating(
        (async () => {
          const hashed = await digestOf('network', network);
          const times = await timesOf('SignInSucceeded', accountId, hashed);
          await send(accountId, { type: 'NoteSignIn', accountId, way, secondFactor, network: hashed, times });
        })(),
      ),

    /** Not awaited: the response time would reveal whether the account exists. */
    signInRefused: (...refusal: Parameters<typeof refusedSignIn>): void => {
      const work = orLogged(refusedSignIn(...refusal)).finally(() => underWay.delete(work));
      underWay.add(work);
    },

    accessRefused: (
      accountId: AccountId,
      { call, why }: Pick<DataOf<'AccessRefused'>, 'call' | 'why'>,
      network: string,
    ): Promise<void> =>
      orLogged(
        (async () => {
          const hashed = await digestOf('network', network);
          const times = await timesOf('AccessRefused', accountId, call, why);
          await send(accountId, { type: 'NoteRefusedAccess', accountId, call, why, network: hashed, times });
        })(),
      ),

    /** Resolves when everything recorded so far is written. */
    settled: async (): Promise<void> => void (await Promise.all(underWay)),
  };
};

export type SecurityLog = ReturnType<typeof securityLog>;
