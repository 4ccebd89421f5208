import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Passkeys } from '#application/accounts/storage.ts';
import { PASSKEY_ANSWER } from '#domain/accounts/limits.ts';

type Purpose = 'add' | 'show';
/** `account`: the only account that may answer; null if any may. */
type Asked = { account: string | null };

/** Passkey challenges: 256 random bits, single use, valid for five minutes, stored as a hash. */
const openPasskeyChallenges = (db: Knex) => {
  const table = () => db('passkey_challenges');
  const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest('hex');

  return {
    ask: async (purpose: Purpose, account: string | null): Promise<string> => {
      const challenge = randomBytes(32).toString('base64url');
      await table().where('expires_at', '<=', db.fn.now()).delete();
      await table().insert({
        challenge_hash: hashOf(challenge),
        account_id: account,
        purpose,
        expires_at: new Date(Date.now() + PASSKEY_ANSWER),
      });
      return challenge;
    },
    /** Undefined if unknown, used or expired. */
    take: async (purpose: Purpose, challenge: string): Promise<Asked | undefined> => {
      const [row] = await table()
        .where({ challenge_hash: hashOf(challenge), purpose })
        .where('expires_at', '>', new Date())
        .delete('account_id');
      return row && { account: row.account_id };
    },
  };
};

type Row = {
  passkey_id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string;
};

const NAME = 'Reliquary';

/** EdDSA, ECDSA and RSA, which cover all authenticators. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded on demand: it takes a quarter of a second and is rarely needed. */
const webAuthn = () => import('@simplewebauthn/server');
const webAuthnParts = () => import('@simplewebauthn/server/helpers');

/** The library throws for any fault in an answer. */
const checked = async <Outcome>(check: () => Outcome | Promise<Outcome>): Promise<Outcome | undefined> => {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};

/** The challenge as the client claims it; the signature check comes later. */
const challengeIn = async ({ clientDataJSON }: { clientDataJSON: string }): Promise<string> => {
  const { decodeClientDataJSON } = await webAuthnParts();
  const challenge: unknown = await checked(() => decodeClientDataJSON(clientDataJSON).challenge);
  return typeof challenge === 'string' ? challenge : '';
};

/** Accepts only self-declared attestation: certificates would make the server fetch URLs they name. */
const saysOnlyItself = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await webAuthnParts();
  const decoded = await checked(() => decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)));
  const format = decoded?.get('fmt');
  return format === 'none' || (format === 'packed' && decoded?.get('attStmt').get('x5c') === undefined);
};

type Options = { db: Knex; publicUrl: string };

/** `publicUrl`: the only accepted origin; its host is the relying party id. */
export const openPostgresPasskeys = ({ db, publicUrl }: Options): Passkeys => {
  const { origin, hostname } = new URL(publicUrl);
  const challenges = openPasskeyChallenges(db);
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };

  const known = async (account: string, ids: readonly string[]) => {
    const rows: Row[] = await db('passkeys').where({ account_id: account }).whereIn('passkey_id', ids);
    return rows.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key' as const,
      transports: transports.split(' ').filter((name) => name !== ''),
    }));
  };

  return {
    beginAdding: async (account, username, ids) => ({
      challenge: await challenges.ask('add', account),
      rp: { id: hostname, name: NAME },
      user: { id: Buffer.from(account).toString('base64url'), name: username, displayName: username },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: PASSKEY_ANSWER,
      attestation: 'none',
      excludeCredentials: await known(account, ids),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
    add: async (account, passkeyId, answer, ids) => {
      const challenge = await challengeIn(answer.response);
      if ((await challenges.take('add', challenge))?.account !== account) return 'refused';
      const { verifyRegistrationResponse } = await webAuthn();
      if (!(await saysOnlyItself(answer.response.attestationObject))) return 'refused';
      const { transports = [] } = answer.response;
      const made = await checked(() =>
        verifyRegistrationResponse({
          ...expected,
          response: { ...answer, response: { ...answer.response, transports } },
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (!made?.verified) return 'refused';
      const { id, publicKey, counter } = made.registrationInfo.credential;
      // left by a process that died before it wrote the event
      await db('passkeys').where({ account_id: account }).whereNotIn('passkey_id', ids).delete();
      const added = await db('passkeys')
        .insert({
          passkey_id: passkeyId,
          account_id: account,
          credential_id: id,
          public_key: Buffer.from(publicKey),
          counter,
          transports: transports.join(' '),
        })
        .onConflict('credential_id')
        .ignore()
        .returning('passkey_id');
      return added.length === 1 ? 'added' : 'known';
    },
    ask: async (of) => ({
      challenge: await challenges.ask('show', of?.account ?? null),
      rpId: hostname,
      timeout: PASSKEY_ANSWER,
      userVerification: 'required',
      allowCredentials: of ? await known(of.account, of.known) : [],
    }),
    check: async (answer) => {
      const challenge = await challengeIn(answer.response);
      const asked = await challenges.take('show', challenge);
      const row: Row | undefined = asked && (await db('passkeys').where({ credential_id: answer.id }).first());
      if (!asked || !row || (asked.account !== null && asked.account !== row.account_id)) return { is: 'wrong' };
      const { userHandle, ...signed } = answer.response;
      if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.account_id)
        return { is: 'wrong' };
      const { verifyAuthenticationResponse } = await webAuthn();
      const shown = await checked(() =>
        verifyAuthenticationResponse({
          ...expected,
          response: { ...answer, response: signed },
          expectedChallenge: challenge,
          // the counter is checked in the update below, which also covers concurrent sign-ins
          credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: 0 },
        }),
      );
      if (!shown?.verified) return { is: 'wrong' };
      const { newCounter } = shown.authenticationInfo;
      const counted = await db('passkeys')
        .where({ passkey_id: row.passkey_id })
        .whereRaw('(counter < :newCounter OR (counter = 0 AND :newCounter = 0))', { newCounter })
        .update({ counter: newCounter, last_used_at: db.fn.now() });
      if (counted === 0) return { is: 'copied' };
      return { is: 'right', account: row.account_id, passkeyId: row.passkey_id };
    },
    lastUsed: async (account) => {
      const rows: { passkey_id: string; last_used_at: Date }[] = await db('passkeys')
        .where({ account_id: account })
        .whereNotNull('last_used_at');
      return new Map(rows.map(({ passkey_id, last_used_at }) => [passkey_id, last_used_at.getTime()]));
    },
    remove: async (account, passkeyId) => {
      await db('passkeys').where({ account_id: account, passkey_id: passkeyId }).delete();
    },
  };
};
