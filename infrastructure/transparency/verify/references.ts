import type { Knex } from 'knex';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import type { Head } from '#application/transparency/proofs.ts';
import type { NoteKey } from '#application/transparency/signedNote.ts';
import { type HeadFault, type HeadRow, headIn } from '../heads.ts';
import { readKept } from '../keptFile.ts';
import { type KnownWitness, latestAt } from '../witnessClient.ts';
import { timeText } from './findings.ts';

/** A tree that somebody has vouched for. */
export type Reference = Head & {
  /** As in "it is not what … sealed". */
  who: string;
};

/** A head of ours. */
export type SealedHead = Reference & LogHead;

export type WitnessWord = { name: string; size: number | undefined; away: boolean };

const FAULTS: Record<HeadFault, string> = {
  noHead: 'is no head of a log',
  otherKey: 'is not signed with the key of this log',
  notSigned: 'is not what was signed',
};

const PAGE = 1_000;

export type References = {
  sealed: Reference[];
  /** Heads that nobody has signed: how many facts they claim, and what is wrong. */
  forged: { size: number; reason: string }[];
  last: SealedHead | undefined;
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

/** All that the log can be held to: its signed heads, the one that this machine has kept, and what witnesses have signed last. */
export const collectReferences = async (
  db: Knex,
  key: NoteKey,
  keptHead: string,
  witnesses: readonly KnownWitness[],
): Promise<References> => {
  const sealed: Reference[] = [];
  let last: SealedHead | undefined;
  const forged: References['forged'] = [];
  const add = async (note: string, size: number, which: string): Promise<void> => {
    const head = await headIn(note, key);
    if (typeof head === 'string') forged.push({ size, reason: `the ${which} that ends with it ${FAULTS[head]}` });
    else if (head.size !== size)
      forged.push({ size, reason: `the ${which} that ends with it is that of ${head.size} facts` });
    else {
      last = { ...head, who: `the head of ${timeText(head.madeAt)}` };
      sealed.push(last);
    }
  };
  for await (const { note, size } of storedHeads(db)) await add(note, size, 'head');
  const kept = readKept(keptHead);
  const remembered = kept === undefined ? undefined : await headIn(kept, key);
  if (typeof remembered === 'object')
    sealed.push({ ...remembered, who: `the head that this machine has kept, of ${timeText(remembered.madeAt)}` });

  const words = await Promise.all(
    witnesses.map(async (witness): Promise<WitnessWord> => {
      const { name } = witness.key;
      try {
        const seen = await latestAt(witness, key.name);
        if (seen) sealed.push({ size: seen.size, root: seen.root, who: `the witness ${name}` });
        return { name, size: seen?.size, away: false };
      } catch {
        return { name, size: undefined, away: true };
      }
    }),
  );
  return { sealed: sealed.sort((one, other) => one.size - other.size), forged, last, witnesses: words };
};
