import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#application/contract/secondFactors.ts';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
const inText = (content: Uint8Array | string): string => Buffer.from(content).toString('base64url');

const [USER_PRESENT, USER_VERIFIED, NEW_KEY] = [0x01, 0x04, 0x40];

type How = { origin?: string; rpId?: string; verified?: boolean; counter?: number };

/** A software passkey: ES256 without attestation, in WebAuthn Level 3 format. */
export const softAuthenticator = (at: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = inText(credential);
  let userHandle = inText('0'.repeat(32));
  let count = 0;

  const clientDataJSON = (type: string, challenge: string, { origin = new URL(at).origin }: How) =>
    inText(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, counter: number, rest: Buffer = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, rest]);
  };
  const flagsOf = ({ verified = true }: How) => USER_PRESENT | (verified ? USER_VERIFIED : 0);
  const answer = <Response>(response: Response) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
  });

  return {
    make: ({ challenge, rp, user }: PasskeyCreation, how: How = {}): NewPasskeyAnswer => {
      userHandle = user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const made = Buffer.concat([Buffer.alloc(16), length, credential, isoCBOR.encode(key)]);
      const authData = authenticatorData(how.rpId ?? rp.id, flagsOf(how) | NEW_KEY, how.counter ?? 0, made);
      const bookCheck = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return answer({
        clientDataJSON: clientDataJSON('webauthn.create', challenge, how),
        attestationObject: inText(isoCBOR.encode(bookCheck)),
        transports: ['internal'],
      });
    },
    /** The counter increases automatically. */
    show: ({ challenge, rpId }: PasskeyRequest, how: How = {}): PasskeyAnswer => {
      count = how.counter ?? count + 1;
      const client = clientDataJSON('webauthn.get', challenge, how);
      const data = authenticatorData(how.rpId ?? rpId, flagsOf(how), count);
      const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      return answer({
        clientDataJSON: client,
        authenticatorData: inText(data),
        signature: inText(signature),
        userHandle,
      });
    },
  };
};

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
