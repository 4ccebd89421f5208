import type { ConsistencyProof, LogState } from '#application/contract/transparency.ts';
import { isSameHead, type LogHead, SEALED_WITHIN } from '#application/transparency/checkpoint.ts';
import { isSameKey } from '#application/transparency/keyChange.ts';
import { type Head, isConsistent } from '#application/transparency/proofs.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { type NoteKey, readKeyText, type SignedNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { inMinutes } from '#domain/shared/lengths.ts';
import { api } from '../api/client.ts';
import { verifyEd25519 } from './ed25519.ts';
import { hasFollowed } from './logKeys.ts';
import { hashesIn } from './proofBytes.ts';
import { type SavedHead, savedHead, saveHead } from './savedHead.ts';
import { hashing, signedHead } from './signedHead.ts';

/** Witnesses are asked right after a head is signed; after this time without a signature a witness counts as silent. */
export const LATE_MS = SEALED_WITHIN;
export const LATE_TERM = inMinutes(LATE_MS);

/** State of a witness towards a head. `silent`: overdue, so it may have been shown another log. `forked`: it signed an earlier head that is not a prefix of this log. `wrong`: its signature does not match. `dropped`, `otherKey`: the operator no longer names it, or names another key than this browser saved. `last`: newest earlier head with its signature. */
export type Witnessed = {
  name: string;
  word: 'signed' | 'notSigned' | 'silent' | 'forked' | 'wrong' | 'dropped' | 'otherKey';
  at: number | undefined;
  last?: LogHead | undefined;
};

/** A head compared with the one that this browser saved. */
export type Since =
  | { kind: 'first' }
  /** `newKey`: the old key named the new one in the log. */
  | { kind: 'grown'; kept: LogHead; newKey: boolean }
  | { kind: 'older'; kept: LogHead }
  | { kind: 'forked'; kept: LogHead }
  | { kind: 'otherKey'; kept: LogHead };

export type CheckedHead =
  | { kind: 'none' }
  | { kind: 'cannotCheck' }
  | { kind: 'notSigned' }
  | { kind: 'rewritten' }
  /** `named`: witness keys that the operator names. */
  | { kind: 'signed'; head: LogHead; key: string; named: readonly string[]; witnesses: Witnessed[]; since: Since };

/** True if one head's log is a prefix of the other's; `to` comes from the server. */
export const grewFrom = async (from: Head, to: Head): Promise<boolean> => {
  if (from.size === to.size) return isSameHead(from, to);
  const { path } = await api.get<ConsistencyProof>(`proof/consistency?from=${from.size}&to=${to.size}`);
  return isConsistent(from, to, hashesIn(path), hashing);
};

const sinceKept = async (head: LogHead, key: string, kept: SavedHead | undefined): Promise<Since> => {
  if (!kept) return { kind: 'first' };
  const newKey = kept.key !== key;
  if (newKey && !(await hasFollowed(kept.key, key))) return { kind: 'otherKey', kept: kept.head };
  if (kept.head.size > head.size) return { kind: 'older', kept: kept.head };
  if (!(await grewFrom(kept.head, head))) return { kind: 'forked', kept: kept.head };
  return { kind: 'grown', kept: kept.head, newKey };
};

type Shown = { note: SignedNote; head: LogHead };
/** Earlier heads, and the time of the answer by the log's clock, in ms. */
type Asked = { before: readonly Shown[]; now: number };

/** Decides between late, silent and forked, from the earlier heads. */
const unsignedBy = async (witness: NoteKey, head: LogHead, { before, now }: Asked): Promise<Witnessed> => {
  const isIts = async ({ note }: Shown) => typeof (await verifiedBy(witness, note, verifyEd25519)) !== 'string';
  const waiting = [head];
  let last: LogHead | undefined;
  for (const shown of before) {
    if (await isIts(shown)) {
      last = shown.head;
      break;
    }
    waiting.push(shown.head);
  }
  const { name } = witness;
  if (last && !(await grewFrom(last, head))) return { name, word: 'forked', at: undefined, last };
  const since = Math.min(...waiting.map(({ madeAt }) => madeAt)) * 1_000;
  return { name, word: now - since > LATE_MS ? 'silent' : 'notSigned', at: undefined, last };
};

const witnessed = async (key: NoteKey, { note, head }: Shown, asked: Asked): Promise<Witnessed> => {
  const found = await verifiedBy(key, note, verifyEd25519);
  if (found === 'notSigned') return unsignedBy(key, head, asked);
  if (found === 'wrong') return { name: key.name, word: found, at: undefined };
  return { name: key.name, word: 'signed', at: found.at };
};

/** Checks a saved witness that the operator dropped or renamed to another key. */
const missed = async (
  witness: NoteKey,
  named: readonly NoteKey[],
  shown: Shown,
  asked: Asked,
): Promise<Witnessed[]> => {
  const { name } = witness;
  const word = named.some((other) => other.name === name) ? 'otherKey' : 'dropped';
  const found = await witnessed(witness, shown, asked);
  const isOther = found.word === 'forked' || found.word === 'wrong';
  return [{ name, word, at: undefined }, ...(isOther ? [found] : [])];
};

/** The signed earlier heads and the saved one, newest first. A different head of the same size counts too. */
const headsBefore = async (
  head: LogHead,
  { key, heads }: { key: string; heads: readonly string[] },
  kept: SavedHead | undefined,
): Promise<Shown[]> => {
  const shown = await Promise.all(heads.map((text) => signedHead(text, key)));
  return [...shown.filter((each) => typeof each === 'object'), ...(kept ? [kept] : [])]
    .filter((each) => each.head.size < head.size || (each.head.size === head.size && !isSameHead(each.head, head)))
    .sort((one, other) => other.head.size - one.head.size || other.note.signatures.length - one.note.signatures.length);
};

const keysIn = (texts: readonly string[]): NoteKey[] =>
  texts.map((text) => readKeyText(text, sha256)).filter((key) => key !== undefined);

/** Checks the named witnesses and those saved with the head. */
const allWitnessed = async (
  named: readonly NoteKey[],
  kept: readonly NoteKey[],
  shown: Shown,
  asked: Asked,
): Promise<Witnessed[]> => {
  const gone = kept.filter((each) => !named.some((other) => isSameKey(each, other)));
  const words = await Promise.all([
    ...gone.map((each) => missed(each, named, shown, asked)),
    ...named.map(async (each) => [await witnessed(each, shown, asked)]),
  ]);
  return words.flat();
};

/** True if the head may become the saved one. */
const isGood = (since: Since, witnesses: readonly Witnessed[]): boolean =>
  (since.kind === 'first' || since.kind === 'grown') &&
  witnesses.every(({ word }) => word === 'signed' || word === 'notSigned' || word === 'silent');

/** Checks a head: its signatures, and whether it extends the saved head. Saves it if both hold. */
export const checkHead = async (
  text: string | undefined,
  { key, witnesses, now, heads = [] }: Pick<LogState, 'key' | 'witnesses' | 'now'> & Partial<Pick<LogState, 'heads'>>,
): Promise<CheckedHead> => {
  if (text === undefined || key === null) return { kind: 'none' };
  const signed = await signedHead(text, key);
  if (typeof signed === 'string') return { kind: signed };
  const { head } = signed;
  const kept = savedHead();
  const before = await headsBefore(head, { key, heads }, kept);
  const [since, words] = await Promise.all([
    sinceKept(head, key, kept),
    allWitnessed(keysIn(witnesses), keysIn(kept?.witnesses ?? []), signed, { before, now: Date.parse(now) }),
  ]);
  if (isGood(since, words)) saveHead(key, text, witnesses);
  return { kind: 'signed', head, key, named: witnesses, witnesses: words, since };
};
