import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openLines } from '#application/inLine.ts';
import { type Checkpoint, isSameHead, readCheckpoint } from '#application/transparency/checkpoint.ts';
import { isConsistent } from '#application/transparency/proofs.ts';
import { type NoteKey, readNote, signatureLine } from '#application/transparency/signedNote.ts';
import { cosignNote, type NoteSigner, verifiedBy } from '#application/transparency/signing.ts';
import { readAddCheckpoint } from '../addCheckpoint.ts';
import { verifyEd25519 } from '../ed25519.ts';
import { hashing } from '../hashing.ts';
import { readKept, replaceKept } from '../keptFile.ts';

export type WitnessOptions = {
  signer: NoteSigner;
  /** The logs that it knows; a log's origin is the name of its key. */
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
  const inLine = openLines();
  const fileOf = (origin: string, kind: 'seen' | 'refused') => join(folder, `${originId(origin)}.${kind}`);

  const seen = (origin: string): Checkpoint | undefined => {
    const kept = readKept(fileOf(origin, 'seen'));
    const checkpoint = kept === undefined ? undefined : readCheckpoint(readNote(kept)?.text ?? '');
    // better to stop than to begin anew and sign whatever comes
    if (kept !== undefined && !checkpoint) throw new Error(`what was kept of ${origin} cannot be read`);
    return checkpoint;
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
      const key = logs.find(({ name }) => name === checkpoint.origin);
      if (!key) return refusal(404, 'this log is not known here');
      const verified = await verifiedBy(key, note, verifyEd25519);
      if (typeof verified === 'string') return refusal(403, 'the log has not signed this');
      return inLine(checkpoint.origin, () => judge(body, checkpoint, note.text));
    },
    /** The head of a log that was signed last, with its signatures. */
    latest: (id: string): string | undefined => {
      const log = logs.find(({ name }) => originId(name) === id);
      return log && readKept(fileOf(log.name, 'seen'));
    },
  };
};

export type Witness = ReturnType<typeof openWitness>;
