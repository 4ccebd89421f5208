import { normalizeName } from '#domain/accounts/nameClaim.ts';
import type { SecurityCommand, SecurityEvent } from '#domain/audit/securityLog.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Clock } from '../ports/clock.ts';
import { waitsForRelease } from '../ports/eventCodec.ts';
import { StreamMoved } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { SecurityCounts } from '../ports/securityCounts.ts';
import type { Request } from '../streams/command.ts';
import type { Repository } from '../streams/repository.ts';

type Said<Type extends SecurityEvent['type']> = Extract<SecurityEvent, { type: Type }>['data'];

type SecurityDeps = {
  repository: Pick<Repository, 'security'>;
  clock: Clock;
  newId: () => Id;
  counts: SecurityCounts;
  /** A keyed hash that outlives the month: what is counted under it names nobody. */
  hashName: (text: string) => string;
  /** 32 hex digits, under the key of a month (`202611`). */
  digest: (month: string, text: string) => Promise<string>;
  log: Log;
};

/** Writers of other processes may be in front so often. */
const ATTEMPTS = 5;

/** Who came in, who was kept out. Addresses are hashed, and of many of a kind a day some are told. */
export const securityLog = ({ repository, clock, newId, counts, hashName, digest, log }: SecurityDeps) => {
  const underWay = new Set<Promise<void>>();

  const send = async (stream: string, command: Request<SecurityCommand>): Promise<void> => {
    const id = newId();
    const context = { commandId: id, correlationId: id, causationId: id, actor: SYSTEM };
    for (let attempt = 1; ; attempt++) {
      try {
        await repository.security.send(stream, command, context);
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

  /** While a process of a release runs that cannot read such facts, there are none: nobody is kept out by it. */
  const unlessUpdating = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!waitsForRelease(error)) throw error;
    }
  };

  const orSaid = async (work: Promise<void>): Promise<void> => {
    try {
      await unlessUpdating(work);
    } catch (error) {
      log.error({ error: String(error) }, 'a security event could not be written');
    }
  };

  const refusedSignIn = async (
    accountId: AccountId | undefined,
    { way, why, email }: { way: Said<'SignInRefused'>['way']; why: Said<'SignInRefused'>['why']; email?: string },
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
    /** Written before anybody is let in: it fails where that cannot be. */
    signedIn: (
      accountId: AccountId,
      { way, secondFactor }: Pick<Said<'SignInSucceeded'>, 'way' | 'secondFactor'>,
      network: string,
    ): Promise<void> =>
      unlessUpdating(
        (async () => {
          const hashed = await digestOf('network', network);
          const times = await timesOf('SignInSucceeded', accountId, hashed);
          await send(accountId, { type: 'NoteSignIn', accountId, way, secondFactor, network: hashed, times });
        })(),
      ),

    /** Nobody waits for it: the time that an answer takes would tell whether there is such an account. */
    signInRefused: (...refusal: Parameters<typeof refusedSignIn>): void => {
      const work = orSaid(refusedSignIn(...refusal)).finally(() => underWay.delete(work));
      underWay.add(work);
    },

    accessRefused: (
      accountId: AccountId,
      { call, why }: Pick<Said<'AccessRefused'>, 'call' | 'why'>,
      network: string,
    ): Promise<void> =>
      orSaid(
        (async () => {
          const hashed = await digestOf('network', network);
          const times = await timesOf('AccessRefused', accountId, call, why);
          await send(accountId, { type: 'NoteRefusedAccess', accountId, call, why, network: hashed, times });
        })(),
      ),

    /** Once all that was told so far is written. */
    settled: async (): Promise<void> => void (await Promise.all(underWay)),
  };
};

export type SecurityLog = ReturnType<typeof securityLog>;
