import type { Knex } from 'knex';
import { equal } from '#application/transparency/bytes.ts';
import { headText, type LogHead } from '#application/transparency/checkpoint.ts';
import type { Head } from '#application/transparency/proofs.ts';
import { noteText } from '#application/transparency/signedNote.ts';
import { type NoteSigner, signNote } from '#application/transparency/signing.ts';
import { readIfExists, replaceFile } from './atomicFile.ts';
import type { Entries } from './entries.ts';
import { type HeadFault, LogMismatch, lastHead, publishKey, signedHead } from './heads.ts';
import { keysOfLog } from './logKeys.ts';
import type { LogTree } from './logTree.ts';
import { openStreamEnds } from './streamEnds.ts';
import { rootAt } from './tiles.ts';

type HeadSignerOptions = {
  db: Knex;
  tree: LogTree;
  entries: Pick<Entries, 'ofStream'>;
  signer: NoteSigner;
  /** File with the last checkpoint signed here, out of reach of whoever controls the database. */
  keptHead: string;
  /** Epoch ms. */
  now: () => number;
};

const FAULTS: Record<HeadFault, string> = {
  noHead: 'is no head of a log',
  otherKey: 'is not signed with the key of this log',
  notSigned: 'is not what was signed',
};

/** Signs checkpoints, each only if it extends everything signed before. @throws LogMismatch */
export const openHeadSigner = async ({ db, tree, entries, signer, keptHead, now }: HeadSignerOptions) => {
  const keys = await keysOfLog(entries, signer.key);
  // without later keys: a replaced key must not sign
  const ours = keys.slice(0, keys.findIndex(({ publicKey }) => equal(publicKey, signer.key.publicKey)) + 1);
  const read = async (note: string, which: string): Promise<LogHead> => {
    const signed = await signedHead(note, ours);
    if (typeof signed === 'string') throw new LogMismatch(`${which} ${FAULTS[signed]}`);
    return signed.head;
  };
  const stored = await lastHead(db);
  const kept = readIfExists(keptHead);
  let last = stored && (await read(stored.note, 'the last head in the database'));
  const remembered = kept === undefined ? undefined : await read(kept, 'the head that this machine has kept');
  const ends = await openStreamEnds(db);
  if (last && !equal(ends.root(), last.mapRoot)) throw new LogMismatch('the map of streams is not what was signed');
  await tree.recall(stored?.position);
  await ends.keep();
  if (!last) await publishKey(db, signer.key, tree.size());

  /** Earlier checkpoints not yet shown to be a prefix of this tree. */
  let unproven: LogHead[] = [last, remembered].filter((head) => head !== undefined);

  /** Signed here but missing in the database: the process was stopped in between, or someone removed it. */
  const unstored = (): LogHead | undefined =>
    remembered && remembered.size > (last?.size ?? 0) && remembered.size < tree.size() ? remembered : undefined;

  const proves = async (head: Head): Promise<void> => {
    if (head.size > tree.size())
      throw new LogMismatch(`the facts end with ${tree.size()}; a head over ${head.size} was signed`);
    if (!equal(await rootAt(db, head.size), head.root))
      throw new LogMismatch(`the first ${head.size} facts are not those that were signed`);
  };

  const sign = async (root: Uint8Array, mapRoot: Uint8Array): Promise<{ head: LogHead; note: string }> => {
    const madeAt = Math.floor(now() / 1_000);
    const begun = last ?? remembered;
    const enteredAtOnce = begun?.enteredAtOnce ?? (tree.beganEmpty ? 0 : tree.size());
    const after = (unstored() ?? last)?.size ?? 0;
    const head = { origin: signer.key.name, size: tree.size(), root, mapRoot, madeAt, enteredAtOnce, after };
    const text = headText(head);
    return { head, note: noteText({ text, signatures: [await signNote(text, signer)] }) };
  };

  return {
    /** Epoch ms; undefined before the first. */
    lastMadeAt: () => last && last.madeAt * 1_000,
    hasNews: () => tree.size() > (last?.size ?? 0),
    /** Must not be called again after it has thrown. */
    make: async (): Promise<void> => {
      for (const head of unproven) await proves(head);
      unproven = [];
      last = await db.transaction(async (transaction) => {
        const signed = await sign(tree.root(), await ends.move(transaction, tree.ends()));
        // before it becomes visible anywhere
        replaceFile(keptHead, signed.note);
        const lost = unstored();
        // only the newest checkpoint's position is ever read
        const position = tree.position()!;
        await transaction('tlog_heads').insert([
          ...(lost ? [{ size: lost.size, position, made_at: lost.madeAt, note: kept }] : []),
          { size: signed.head.size, position, made_at: signed.head.madeAt, note: signed.note },
        ]);
        // with its first checkpoint; until then the previous key is the log's key
        await publishKey(transaction, signer.key, signed.head.size);
        return signed.head;
      });
      tree.forget();
    },
  };
};

export type HeadSigner = Awaited<ReturnType<typeof openHeadSigner>>;
