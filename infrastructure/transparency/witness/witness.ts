import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { serializeByKey } from '#application/streams/keyedQueue.ts';
import { type Checkpoint, isSameHead, readCheckpoint } from '#application/transparency/checkpoint.ts';
import { isConsistent } from '#application/transparency/proofs.ts';
import { type NoteKey, readNote, signatureLine } from '#application/transparency/signedNote.ts';
import { cosignNote, type NoteSigner, signerAmong } from '#application/transparency/signing.ts';
import { readAddCheckpoint } from '../addCheckpoint.ts';
import { readIfExists, replaceFile } from '../atomicFile.ts';
import { verifyEd25519 } from '../ed25519.ts';
import { hashing } from '../hashing.ts';

export type WitnessOptions = {
  signer: NoteSigner;
  /** Known logs; the origin of a log is its key name. A log with rotated keys has several entries, oldest first. */
  logs: readonly NoteKey[];
  /** Stores the last signed checkpoint of each log. */
  folder: string;
  /** Epoch ms. */
  now: () => number;
};

export type WitnessAnswer = { status: number; body: string; type?: string };

export const originId = (origin: string): string => createHash('sha256').update(origin).digest('hex');

const refusal = (status: number, reason: string): WitnessAnswer => ({ status, body: `${reason}\n` });

/** Cosigns checkpoints, each only if it extends the last one it signed for that log. */
export const openWitness = ({ signer, logs, folder, now }: WitnessOptions) => {
  const serialize = serializeByKey();
  const fileOf = (origin: string, kind: 'seen' | 'refused') => join(folder, `${originId(origin)}.${kind}`);

  const seen = (origin: string): Checkpoint | undefined => {
    const kept = readIfExists(fileOf(origin, 'seen'));
    const checkpoint = kept === undefined ? undefined : readCheckpoint(readNote(kept)?.text ?? '');
    // fail instead of starting over and signing anything
    if (kept !== undefined && !checkpoint) throw new Error(`what was kept of ${origin} cannot be read`);
    return checkpoint;
  };

  const keysOf = (origin: string): NoteKey[] => logs.filter(({ name }) => name === origin);

  const lastSigner = async (origin: string): Promise<number> => {
    const note = readNote(readIfExists(fileOf(origin, 'seen')) ?? '');
    const by = note && (await signerAmong(keysOf(origin), note, verifyEd25519));
    return typeof by === 'number' ? by : 0;
  };

  const judge = async (body: string, checkpoint: Checkpoint, text: string): Promise<WitnessAnswer> => {
    const { oldSize, proof } = readAddCheckpoint(body)!;
    const last = seen(checkpoint.origin) ?? { size: 0, root: hashing.empty };
    if (oldSize > checkpoint.size) return refusal(400, 'the old size is larger than the new one');
    if (oldSize !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
    const keepEvidence = () => replaceFile(fileOf(checkpoint.origin, 'refused'), body);
    if (oldSize === checkpoint.size && !isSameHead(last, checkpoint)) {
      keepEvidence();
      return refusal(409, 'another tree of this size was signed before');
    }
    if (!isConsistent(last, checkpoint, proof, hashing)) {
      keepEvidence();
      return refusal(422, 'this tree does not begin with the one that was signed before');
    }
    const line = signatureLine(await cosignNote(text, Math.floor(now() / 1_000), signer));
    replaceFile(fileOf(checkpoint.origin, 'seen'), `${readAddCheckpoint(body)!.note}${line}`);
    return { status: 200, body: line };
  };

  return {
    add: async (body: string): Promise<WitnessAnswer> => {
      const request = readAddCheckpoint(body);
      const note = request && readNote(request.note);
      const checkpoint = note && readCheckpoint(note.text);
      if (!checkpoint) return refusal(400, 'this is no checkpoint');
      const keys = keysOf(checkpoint.origin);
      if (keys.length === 0) return refusal(404, 'this log is not known here');
      const by = await signerAmong(keys, note, verifyEd25519);
      if (typeof by === 'string') return refusal(403, 'the log has not signed this');
      return serialize(checkpoint.origin, async () =>
        by < (await lastSigner(checkpoint.origin))
          ? refusal(403, 'this is signed with a key that another has replaced')
          : judge(body, checkpoint, note.text),
      );
    },
    /** The last cosigned checkpoint of a log. */
    latest: (id: string): string | undefined => {
      const log = logs.find(({ name }) => originId(name) === id);
      return log && readIfExists(fileOf(log.name, 'seen'));
    },
  };
};

export type Witness = ReturnType<typeof openWitness>;
