import type { Opening } from '../commitment.ts';

/** The bundle of a sale, as FORMAT.md describes it to whoever writes another reader. */
export const BUNDLE_FORM = 'reliquary.bundle/1';
export const INDEX = 'index.json';
/** The file that holds SHA-256 of the index, in hex. */
export const INDEX_DIGEST = 'index.sha256';
export const HEAD = 'head.txt';
export const LEDGER = 'ledger.json';
export const POLICY = 'policy.txt';
export const REPORT = 'report.html';
/** The files that come with a bundle to check it, and to say how that is done. */
export const VERIFIER: readonly string[] = ['verify.html', 'FORMAT.md'];

/** `file` null: withheld from this reader; its leaf stands for it. `index` null: not sealed yet. Hashes in base64. */
export type BundledEvent = {
  stream: string;
  revision: number;
  file: string | null;
  leaf: string;
  index: number | null;
  path: string[];
};

/** `whole`: every fact of it is here, disclosed or withheld; `map` shows where it ends. */
export type BundledStream = {
  stream: string;
  whole: boolean;
  map: { beside: string[]; end: { key: string; revision: number; leaf: string } | null } | null;
};

/** What one field of a fact says. */
export type BundledOpening = Opening & { fact: string };
/** The same without proof: it was written before there were commitments. */
export type BundledWord = { fact: string; path: string; plaintext: unknown };

/** A picture, the `place`th of those that the fact attaches. `file` null: what lies in its place is not the one that was uploaded. */
export type BundledPicture = { fact: string; place: number; file: string | null };

export type BundleIndex = {
  form: typeof BUNDLE_FORM;
  sale: string;
  reference: string;
  /** As whom its reader got it. */
  reader: 'buyer' | 'seller' | 'staff' | 'auditor';
  madeAt: string;
  /** Key that signs the log, and those of its witnesses, as signed notes write them. */
  logKey: string | null;
  witnesses: string[];
  facts: BundledEvent[];
  streams: BundledStream[];
  openings: BundledOpening[];
  words: BundledWord[];
  pictures: BundledPicture[];
  /** SHA-256 in hex of every other file but the index itself and its digest. */
  files: Record<string, string>;
};

export type LedgerLine = { account: string; amount: number; currency: string; eventId: string };
