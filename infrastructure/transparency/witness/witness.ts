import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { serializeByKey } from '#application/streams/keyedQueue.ts';
import { type Checkpoint, isSameHead, readCheckpoint } from '#application/transparency/checkpoint.ts';
import { isConsistent } from '#application/transparency/proofs.ts';
import { type NoteKey, readNote, signatureLine } from '#application/transparency/signedNote.ts';
import { cosignNote, type NoteSigner, signerAmong } from '#application/transparency/signing.ts';
import { readAddCheckpoint } from '../addCheckpoint.ts';
import { verifyEd25519 } from '../ed25519.ts';
import { hashing } from '../hashing.ts';
import { readKept, replaceKept } from '../keptFile.ts';

export type WitnessOptions = {
  signer: NoteSigner;
  /** The logs that it knows; a log's origin is the name of its key. Of one that has changed its key, all, the oldest first. */
  logs: readonly NoteKey[];
  /** Where it remembers what it has signed. */
  folder: string;
  /** Epoch ms. */
  now: () => number;
};

export type WitnessAnswer = { status: number; body: string; type?: string };

export const originId = (origin: string): string => createHash('sha256').update(origin).digest('hex');

const refusal = (status: number, reason: string): WitnessAnswer => ({ status, body: `${reason}\n` });

/** Signs the heads of logs, of each only such as go on from the one that it has signed last. */
export const openWitness = ({ signer, logs, folder, now }: WitnessOptions) => {
  const inLine = serializeByKey();
  const fileOf = (origin: string, kind: 'seen' | 'refused') => join(folder, `${originId(origin)}.${kind}`);

  const seen = (origin: string): Checkpoint | undefined => {
    const kept = readKept(fileOf(origin, 'seen'));
    const checkpoint = kept === undefined ? undefined : readCheckpoint(readNote(kept)?.text ?? '');
    // better to stop than to begin anew and sign whatever comes
    if (kept !== undefined && !checkpoint) throw new Error(`what was kept of ${origin} cannot be read`);
    return checkpoint;
  };

  const keysOf = (origin: string): NoteKey[] => logs.filter(({ name }) => name === origin);

  const lastSigner = async (origin: string): Promise<number> => {
    const note = readNote(readKept(fileOf(origin, 'seen')) ?? '');
    const by = note && (await signerAmong(keysOf(origin), note, verifyEd25519));
    return typeof by === 'number' ? by : 0;
  };

  const judge = async (body: string, checkpoint: Checkpoint, text: string): Promise<WitnessAnswer> => {
    const { oldSize, proof } = readAddCheckpoint(body)!;
    const last = seen(checkpoint.origin) ?? { size: 0, root: hashing.empty };
    if (oldSize > checkpoint.size) return refusal(400, 'the old size is larger than the new one');
    if (oldSize !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
    const keepEvidence = () => replaceKept(fileOf(checkpoint.origin, 'refused'), body);
    if (oldSize === checkpoint.size && !isSameHead(last, checkpoint)) {
      keepEvidence();
      return refusal(409, 'another tree of this size was signed before');
    }
    if (!isConsistent(last, checkpoint, proof, hashing)) {
      keepEvidence();
      return refusal(422, 'this tree does not begin with the one that was signed before');
    }
    const line = signatureLine(await cosignNote(text, Math.floor(now() / 1_000), signer));
    replaceKept(fileOf(checkpoint.origin, 'seen'), `${readAddCheckpoint(body)!.note}${line}`);
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
      return inLine(checkpoint.origin, async () =>
        by < (await lastSigner(checkpoint.origin))
          ? refusal(403, 'this is signed with a key that another has replaced')
          : judge(body, checkpoint, note.text),
      );
    },
    /** The head of a log that was signed last, with its signatures. */
    latest: (id: string): string | undefined => {
      const log = logs.find(({ name }) => originId(name) === id);
      return log && readKept(fileOf(log.name, 'seen'));
    },
  };
};

export type Witness = ReturnType<typeof openWitness>;
