import type { Knex } from 'knex';
import { equal } from '#application/transparency/bytes.ts';
import { headText, type LogHead } from '#application/transparency/checkpoint.ts';
import type { Head } from '#application/transparency/proofs.ts';
import type { KeptCheck } from '#application/transparency/sealedModels.ts';
import { noteText } from '#application/transparency/signedNote.ts';
import { type NoteSigner, signNote } from '#application/transparency/signing.ts';
import type { Entries } from './entries.ts';
import type { GrowingLog } from './growingLog.ts';
import { type HeadFault, lastHead, publishKey, signedHead } from './heads.ts';
import { readKept, replaceKept } from './keptFile.ts';
import { keepModels, modelsOf } from './keptModels.ts';
import { keysOfLog } from './logKeys.ts';
import { NotOurLog } from './notOurLog.ts';
import { openStreamEnds } from './streamEnds.ts';
import { rootAt } from './tiles.ts';

type HeadMakerOptions = {
  db: Knex;
  growing: GrowingLog;
  entries: Pick<Entries, 'ofStream'>;
  signer: NoteSigner;
  /** Where this machine remembers the last head that it has signed: out of reach of whoever has the database. */
  keptHead: string;
  /** What the last nights have found of the read models. */
  checks: () => Promise<readonly KeptCheck[]>;
  /** Epoch ms. */
  now: () => number;
};

const FAULTS: Record<HeadFault, string> = {
  noHead: 'is no head of a log',
  otherKey: 'is not signed with the key of this log',
  notSigned: 'is not what was signed',
};

/** Signs heads, each only when everything that was signed before is where it begins. @throws NotOurLog */
export const openHeadMaker = async ({ db, growing, entries, signer, keptHead, checks, now }: HeadMakerOptions) => {
  const keys = await keysOfLog(entries, signer.key);
  // not those that came after it: who has been replaced signs no more
  const ours = keys.slice(0, keys.findIndex(({ publicKey }) => equal(publicKey, signer.key.publicKey)) + 1);
  const read = async (note: string, which: string): Promise<LogHead> => {
    const signed = await signedHead(note, ours);
    if (typeof signed === 'string') throw new NotOurLog(`${which} ${FAULTS[signed]}`);
    return signed.head;
  };
  const stored = await lastHead(db);
  const kept = readKept(keptHead);
  let last = stored && (await read(stored.note, 'the last head in the database'));
  const remembered = kept === undefined ? undefined : await read(kept, 'the head that this machine has kept');
  const ends = await openStreamEnds(db);
  if (last && !equal(ends.root(), last.mapRoot)) throw new NotOurLog('the map of streams is not what was signed');
  await growing.recall(stored?.position);
  await ends.keep();
  if (!last) await publishKey(db, signer.key, growing.size());

  /** What was signed before, until it was found to be where this tree begins. */
  let unproven: LogHead[] = [last, remembered].filter((head) => head !== undefined);

  /** Signed by this machine, and not in the database: it was stopped in between, or somebody has taken it out. */
  const unstored = (): LogHead | undefined =>
    remembered && remembered.size > (last?.size ?? 0) && remembered.size < growing.size() ? remembered : undefined;

  const proves = async (head: Head): Promise<void> => {
    if (head.size > growing.size())
      throw new NotOurLog(`the facts end with ${growing.size()}; a head over ${head.size} was signed`);
    if (!equal(await rootAt(db, head.size), head.root))
      throw new NotOurLog(`the first ${head.size} facts are not those that were signed`);
  };

  const sign = async (
    root: Uint8Array,
    mapRoot: Uint8Array,
    models: LogHead['models'],
  ): Promise<{ head: LogHead; note: string }> => {
    const madeAt = Math.floor(now() / 1_000);
    const begun = last ?? remembered;
    const enteredAtOnce = begun?.enteredAtOnce ?? (growing.beganEmpty ? 0 : growing.size());
    const after = (unstored() ?? last)?.size ?? 0;
    const head = { origin: signer.key.name, size: growing.size(), root, mapRoot, madeAt, enteredAtOnce, after, models };
    const text = headText(head);
    return { head, note: noteText({ text, signatures: [await signNote(text, signer)] }) };
  };

  return {
    /** Epoch ms; undefined before the first. */
    lastMadeAt: () => last && last.madeAt * 1_000,
    hasNews: () => growing.size() > (last?.size ?? 0),
    /** Nobody may use it again once it threw. */
    make: async (): Promise<void> => {
      for (const head of unproven) await proves(head);
      unproven = [];
      const found = await checks();
      // a night that proves nothing does not take back what the last one has proven
      const models = modelsOf(found) ?? (last ?? remembered)?.models;
      last = await db.transaction(async (transaction) => {
        await keepModels(transaction, found);
        const signed = await sign(growing.root(), await ends.move(transaction, growing.ends()), models);
        // before it can be seen anywhere
        replaceKept(keptHead, signed.note);
        const lost = unstored();
        // the position of the newest one only is ever asked for
        const position = growing.position()!;
        await transaction('tlog_heads').insert([
          ...(lost ? [{ size: lost.size, position, made_at: lost.madeAt, note: kept }] : []),
          { size: signed.head.size, position, made_at: signed.head.madeAt, note: signed.note },
        ]);
        // with its first head: until then the one before it is the key of the log
        await publishKey(transaction, signer.key, signed.head.size);
        return signed.head;
      });
      growing.forget();
    },
  };
};

export type HeadMaker = Awaited<ReturnType<typeof openHeadMaker>>;
