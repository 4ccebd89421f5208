import type { Knex } from 'knex';
import type { Log } from '#application/ports/log.ts';
import { sleep } from '#application/streams/sleep.ts';
import { type Checkpoint, readCheckpoint } from '#application/transparency/checkpoint.ts';
import { consistencyRanges } from '#application/transparency/merkleTree.ts';
import { type NoteKey, readNote, readSignatures } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { addCheckpointText } from './addCheckpoint.ts';
import { verifyEd25519 } from './ed25519.ts';
import { type HeadRow, lastHead } from './heads.ts';
import { hashRanges } from './tiles.ts';
import { originId } from './witness/witness.ts';

/** `url` has no trailing slash. */
export type KnownWitness = { url: string; key: NoteKey };

const TIMEOUT_MS = 10_000;
const AGAIN_MS = 60_000;

const fetchFrom = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });

/** The witness's answer; `isAt`: its last size, `refused`: its message. */
type WitnessReply = { cosignature: string } | { isAt: number } | { refused: string };

const ask = async ({ url }: KnownWitness, { note }: Pick<HeadRow, 'note'>, oldSize: number, proof: Uint8Array[]) => {
  const answer = await fetchFrom(`${url}/add-checkpoint`, {
    method: 'POST',
    body: addCheckpointText({ oldSize, proof, note }),
  });
  const body = await answer.text();
  if (answer.status === 200) return { cosignature: body } satisfies WitnessReply;
  const size = /^(\d{1,16})\n$/.exec(body)?.[1];
  if (answer.status === 409 && size !== undefined) return { isAt: Number(size) } satisfies WitnessReply;
  return { refused: `${answer.status} ${body.slice(0, 200).trim()}` } satisfies WitnessReply;
};

/** Returns the cosignature line. @throws the reason for a refusal */
const cosigned = async (db: Knex, witness: KnownWitness, head: HeadRow): Promise<string> => {
  const proofFrom = (size: number) => hashRanges(db, consistencyRanges(size, head.size));
  let answer: WitnessReply = await ask(witness, head, 0, []);
  if ('isAt' in answer) {
    if (answer.isAt > head.size)
      throw new Error(`it has signed a head over ${answer.isAt} facts; here there are ${head.size}`);
    answer = await ask(witness, head, answer.isAt, await proofFrom(answer.isAt));
  }
  if (!('cosignature' in answer))
    throw new Error('refused' in answer ? answer.refused : 'somebody else goes on with it');
  const signatures = readSignatures(answer.cosignature) ?? [];
  const { text } = readNote(head.note)!;
  if (typeof (await verifiedBy(witness.key, { text, signatures }, verifyEd25519)) === 'string')
    throw new Error('what it answers is not its signature');
  return answer.cosignature;
};

const KEEP = `
  UPDATE tlog_heads SET cosignatures = cosignatures || :line
   WHERE size = :size AND position(:line IN cosignatures) = 0`;

const lacks = async (head: HeadRow, { key }: KnownWitness): Promise<boolean> => {
  const note = readNote(`${head.note}${head.cosignatures}`);
  return !note || typeof (await verifiedBy(key, note, verifyEd25519)) === 'string';
};

export type WitnessesOptions = { db: Knex; witnesses: readonly KnownWitness[]; log: Pick<Log, 'warn' | 'error'> };

/** Has each witness cosign the last checkpoint. An unreachable witness is retried later and blocks nothing. */
export const openWitnesses = ({ db, witnesses, log }: WitnessesOptions) => {
  let called = new AbortController();
  let wanted = false;

  const collect = async (): Promise<void> => {
    const head = await lastHead(db);
    if (!head) return;
    await Promise.all(
      witnesses.map(async (witness) => {
        if (!(await lacks(head, witness))) return;
        const { name } = witness.key;
        try {
          await db.raw(KEEP, { line: await cosigned(db, witness, head), size: head.size });
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          const away = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
          if (away) log.warn({ witness: name, reason }, 'a witness cannot be reached');
          else log.error({ witness: name, reason }, 'a witness does not sign the log');
        }
      }),
    );
  };

  return {
    /** Call it after signing a checkpoint. */
    signed: (): void => {
      wanted = true;
      called.abort();
    },
    run: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && witnesses.length > 0) {
        called = new AbortController();
        if (wanted)
          await collect().catch((error: unknown) =>
            log.warn({ reason: String(error) }, 'witnesses will be asked again later'),
          );
        await sleep(AGAIN_MS, AbortSignal.any([signal, called.signal]));
      }
    },
  };
};

/** The last checkpoint cosigned by a witness; undefined if there is none or its signature is invalid. */
export const latestAt = async ({ url, key }: KnownWitness, origin: string): Promise<Checkpoint | undefined> => {
  const answer = await fetchFrom(`${url}/${originId(origin)}/checkpoint`);
  if (answer.status !== 200) return undefined;
  const note = readNote(await answer.text());
  const signed = note && typeof (await verifiedBy(key, note, verifyEd25519)) !== 'string';
  return signed ? readCheckpoint(note.text) : undefined;
};
