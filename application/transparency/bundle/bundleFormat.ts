import type { Opening } from '../commitment.ts';

/** The evidence bundle of a transaction. FORMAT.md describes it for authors of other readers. */
export const BUNDLE_FORM = 'reliquary.bundle/3';
/** Forms of earlier releases, which verifiers still read. The second lacks `withheld`, the first also `names`. */
export const SECOND_FORM = 'reliquary.bundle/2';
export const FIRST_FORM = 'reliquary.bundle/1';
export type BundleForm = typeof BUNDLE_FORM | typeof SECOND_FORM | typeof FIRST_FORM;
export const INDEX = 'index.json';
/** The file with the index's SHA-256 in hex. */
export const INDEX_DIGEST = 'index.sha256';
export const HEAD = 'head.txt';
export const LEDGER = 'ledger.json';
export const POLICY = 'policy.txt';
export const REPORT = 'report.html';
/** Files included for checking the bundle. */
export const VERIFIER: readonly string[] = ['verify.html', 'FORMAT.md'];

/**
 * `file` null: withheld from this reader, its leaf replaces it. `index` null: not in the log yet. Hashes in
 * base64.
 */
export type BundledEvent = {
  stream: string;
  revision: number;
  file: string | null;
  leaf: string;
  index: number | null;
  path: string[];
};

/** `whole`: contains every event of the stream, disclosed or withheld; `map` proves its end. */
export type BundledStream = {
  stream: string;
  whole: boolean;
  map: { beside: string[]; end: { key: string; revision: number; leaf: string } | null } | null;
};

/** The plaintext of one field of an event. */
export type BundledOpening = Opening & { fact: string };
/** Plaintext without proof: written before commitments existed. */
export type BundledWord = { fact: string; path: string; plaintext: unknown };

/** A picture, the `place`th attachment of its event. `file` null: the stored file is not the uploaded one. */
export type BundledPicture = { fact: string; place: number; file: string | null };

export type BundleIndex = {
  form: BundleForm;
  sale: string;
  reference: string;
  /** The role in which the reader received it. */
  reader: 'buyer' | 'seller' | 'staff' | 'auditor';
  madeAt: string;
  /** Usernames when the bundle was made, which nothing proves. Null: erased. Absent in the first form. */
  names?: { buyer: string | null; seller: string | null };
  /** Keys of the log and its witnesses, as in signed notes. */
  logKey: string | null;
  witnesses: string[];
  facts: BundledEvent[];
  streams: BundledStream[];
  openings: BundledOpening[];
  words: BundledWord[];
  /**
   * Personal fields that this reader may not read. One that is neither opened nor withheld was erased. Nothing proves
   * which of the two it is. Absent in earlier forms.
   */
  withheld?: { fact: string; path: string }[];
  pictures: BundledPicture[];
  /** SHA-256 (hex) of every file except the index and its digest. */
  files: Record<string, string>;
};

export type LedgerLine = { account: string; amount: number; currency: string; eventId: string };
