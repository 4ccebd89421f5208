import type { Knex } from 'knex';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import type { Head } from '#application/transparency/proofs.ts';
import type { NoteKey } from '#application/transparency/signedNote.ts';
import { readIfExists } from '../atomicFile.ts';
import { type HeadFault, type HeadRow, signedHead } from '../heads.ts';
import { type KnownWitness, latestAt } from '../witnessClient.ts';
import { timeText } from './findings.ts';

/** A tree that someone has signed. */
export type Reference = Head & {
  /** For messages such as "it is not what … sealed". */
  who: string;
};

/** A checkpoint of this log. */
export type SealedHead = Reference & LogHead;

export type WitnessWord = { name: string; size: number | undefined; away: boolean };

const FAULTS: Record<HeadFault, string> = {
  noHead: 'is no head of a log',
  otherKey: 'is not signed with the key of this log',
  notSigned: 'is not what was signed',
};

const PAGE = 1_000;

export type References = {
  /** Parses a note as a checkpoint of this log; otherwise the fault. */
  read(note: string): ReturnType<typeof signedHead>;
  sealed: Reference[];
  /** Checkpoints without a valid signature: their claimed size and the fault. */
  forged: { size: number; reason: string }[];
  /** Signed checkpoints missing from the database: their size, and who knows of them. */
  gone: { size: number; reason: string }[];
  last: SealedHead | undefined;
  /** Index of the key that signed the last one. */
  newestKey: number;
  witnesses: WitnessWord[];
};

async function* storedHeads(db: Knex): AsyncGenerator<HeadRow> {
  for (let after = -1; ; ) {
    const rows: HeadRow[] = await db('tlog_heads').where('size', '>', after).orderBy('size').limit(PAGE);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.size;
  }
}

/** All signed trees to compare with: stored checkpoints, the one kept on this machine, and the witnesses' latest. */
export const collectReferences = async (
  db: Knex,
  /** The log's keys, oldest first. */
  keys: readonly NoteKey[],
  keptHead: string | undefined,
  witnesses: readonly KnownWitness[],
): Promise<References> => {
  const read = (note: string) => signedHead(note, keys);
  let newestKey = 0;
  const sealed: Reference[] = [];
  let last: SealedHead | undefined;
  const forged: References['forged'] = [];
  const gone: References['gone'] = [];
  const stored = new Set<number>();
  const miss = (size: number, told: string): void => {
    if (gone.every((one) => one.size !== size))
      gone.push({ size, reason: `the head that ended with it is gone; ${told}` });
  };
  /** Looks again: a checkpoint may have been signed since they were read. */
  const missUnlessStored = async (size: number, told: string): Promise<void> => {
    if (size > 0 && !stored.has(size) && !(await db('tlog_heads').where({ size }).first())) miss(size, told);
  };
  const add = async (note: string, size: number, which: string): Promise<void> => {
    const signed = await read(note);
    stored.add(size);
    if (typeof signed === 'string') {
      forged.push({ size, reason: `the ${which} that ends with it ${FAULTS[signed]}` });
      return;
    }
    const { head, by } = signed;
    if (by < newestKey)
      forged.push({ size, reason: `the ${which} that ends with it is signed with a key that another had replaced` });
    newestKey = Math.max(newestKey, by);
    if (head.size !== size)
      forged.push({ size, reason: `the ${which} that ends with it is that of ${head.size} facts` });
    else {
      last = { ...head, who: `the head of ${timeText(head.madeAt)}` };
      if (head.after && !stored.has(head.after)) miss(head.after, `${last.who} was signed after it`);
      sealed.push(last);
    }
  };
  for await (const { note, size } of storedHeads(db)) await add(note, size, 'head');
  const kept = keptHead === undefined ? undefined : readIfExists(keptHead);
  const remembered = kept === undefined ? undefined : await read(kept);
  if (typeof remembered === 'object') {
    const { head } = remembered;
    sealed.push({ ...head, who: `the head that this machine has kept, of ${timeText(head.madeAt)}` });
    await missUnlessStored(head.size, 'this machine has kept it');
  }

  const words = await Promise.all(
    witnesses.map(async (witness): Promise<WitnessWord> => {
      const { name } = witness.key;
      try {
        const seen = await latestAt(witness, keys[0]!.name);
        if (seen) {
          sealed.push({ size: seen.size, root: seen.root, who: `the witness ${name}` });
          await missUnlessStored(seen.size, `the witness ${name} has signed it`);
        }
        return { name, size: seen?.size, away: false };
      } catch {
        return { name, size: undefined, away: true };
      }
    }),
  );
  return {
    read,
    sealed: sealed.sort((one, other) => one.size - other.size),
    forged,
    gone,
    last,
    newestKey,
    witnesses: words,
  };
};
