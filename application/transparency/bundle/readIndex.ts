import type { Bytes } from '../bytes.ts';
import {
  BUNDLE_FORM,
  type BundleIndex,
  FIRST_FORM,
  INDEX,
  LEDGER,
  type LedgerLine,
  SECOND_FORM,
} from './bundleFormat.ts';
import { type Finding, fails } from './findings.ts';
import {
  anything,
  count,
  isRecord,
  list,
  number,
  oneOf,
  orNull,
  record,
  recordOf,
  type Shape,
  text,
  textLike,
  time,
  yesOrNo,
} from './shape.ts';

/** 32 bytes in base64. */
const hash: Shape = textLike(/^[A-Za-z0-9+/]{43}=$/);

const firstIndex: Shape = record({
  sale: text,
  reference: text,
  reader: oneOf('buyer', 'seller', 'staff', 'auditor'),
  madeAt: time,
  logKey: orNull(text),
  witnesses: list(text),
  facts: list(
    record({
      stream: text,
      revision: count,
      file: orNull(text),
      leaf: hash,
      index: orNull(count),
      path: list(hash),
    }),
  ),
  streams: list(
    record({
      stream: text,
      whole: yesOrNo,
      map: orNull(record({ beside: list(hash), end: orNull(record({ key: hash, revision: count, leaf: hash })) })),
    }),
  ),
  openings: list(record({ fact: text, path: text, salt: text, plaintext: anything })),
  words: list(record({ fact: text, path: text, plaintext: anything })),
  pictures: list(record({ fact: text, place: count, file: orNull(text) })),
  files: recordOf(text),
});

const names: Shape = record({ names: record({ buyer: orNull(text), seller: orNull(text) }) });

const withheld: Shape = record({ withheld: list(record({ fact: text, path: text })) });

const FORMS: ReadonlyMap<unknown, Shape> = new Map([
  [FIRST_FORM, firstIndex],
  [SECOND_FORM, (read) => firstIndex(read) ?? names(read)],
  [BUNDLE_FORM, (read) => firstIndex(read) ?? names(read) ?? withheld(read)],
]);

const ledger: Shape = list(record({ account: text, amount: number, currency: textLike(/^[A-Z]{3}$/), eventId: text }));

const decoder = new TextDecoder('utf-8', { fatal: true });

const jsonIn = (content: Bytes | undefined): unknown => {
  if (!content) return undefined;
  try {
    return JSON.parse(decoder.decode(content));
  } catch {
    return undefined; // no JSON value is `undefined`, so callers can tell it apart
  }
};

/** The index in the shape of FORMAT.md, or why it is not valid. */
export const readIndex = (files: ReadonlyMap<string, Bytes>): BundleIndex | Finding => {
  const read = jsonIn(files.get(INDEX));
  const form = isRecord(read) ? read.form : undefined;
  if (typeof form !== 'string') return fails('This file is not the bundle of a sale, or its index is damaged.');
  const index = FORMS.get(form);
  if (!index)
    return fails(`This bundle has the form ${form.slice(0, 40)}. This program checks forms up to ${BUNDLE_FORM}).`);
  const wrong = index(read);
  return wrong === undefined
    ? (read as BundleIndex)
    : fails(`The index of this bundle is damaged: ${wrong.slice(1)} has the wrong type or value.`);
};

export const readLedger = (files: ReadonlyMap<string, Bytes>): LedgerLine[] | Finding => {
  const read = jsonIn(files.get(LEDGER));
  const wrong = ledger(read);
  if (wrong === undefined) return read as LedgerLine[];
  return fails(
    Array.isArray(read)
      ? `The ledger of this bundle is damaged: ${wrong} has the wrong type or value.`
      : 'The ledger of this bundle cannot be read.',
  );
};
