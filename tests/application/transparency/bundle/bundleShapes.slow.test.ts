import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BundleIndex } from '#application/transparency/bundle/bundleFormat.ts';
import { isSound, verifyBundle } from '#application/transparency/bundle/verifyBundle.ts';
import { type Bytes, toBase64, utf8 } from '#application/transparency/bytes.ts';
import { headText } from '#application/transparency/checkpoint.ts';
import { keyText, noteText } from '#application/transparency/signedNote.ts';
import { signNote } from '#application/transparency/signing.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { leafOf, sha256 } from '#infrastructure/transparency/hashing.ts';
import { anyJson, anyText } from '#tests/support/anyInput.ts';
import { property } from '#tests/support/property.ts';
import { AT, aLog, chained, STREAM } from '#tests/web/transparency/aLog.ts';
import { aBundle, CLAIM, DISPUTE, PHOTO, SALT, withFile, withIndex, written } from './aBundle.ts';

const EVENTS = chained(STREAM, written());
const LOG = aLog(EVENTS);
const PARTS = {
  facts: EVENTS,
  log: LOG,
  size: EVENTS.length,
  head: await LOG.head(EVENTS.length),
  index: {
    logKey: keyText(LOG.signer.key),
    witnesses: LOG.state('').witnesses,
    openings: [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', salt: SALT, plaintext: CLAIM }],
    words: [{ fact: `${STREAM}/1`, path: '/data/address', plaintext: { city: 'Gent' } }],
    pictures: [{ fact: `${STREAM}/${DISPUTE}`, place: 0, file: 'files/photo.webp' }],
  },
  files: [['files/photo.webp', PHOTO]] as [string, Bytes][],
};
const BUNDLE = aBundle(PARTS);

const verdictOf = (files: ReadonlyMap<string, Bytes>) => verifyBundle(files, { sha256, verify: verifyEd25519 });
/** The findings as sentences, for any input. */
const sentencesOf = async (files: ReadonlyMap<string, Bytes>): Promise<string[]> => {
  const { findings } = await verdictOf(files);
  for (const { kind, says } of findings) {
    expect(kind).toMatch(/^(fails|holds|note|doubt)$/);
    expect(says).toMatch(/^\S[\s\S]*\S$/);
    // a key may contain any letters
    expect(says.replaceAll(/\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+/g, '')).not.toMatch(/undefined|\[object|NaN/);
  }
  return findings.filter(({ kind }) => kind === 'fails').map(({ says }) => says);
};

/** Every place of a JSON value, as a path of names. */
const placesOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [[name], ...placesOf(part).map((rest) => [name, ...rest])])
    : [];
const put = (value: object, [name = '', ...rest]: readonly string[], part: unknown): void => {
  const fields = value as Record<string, unknown>;
  if (rest.length > 0) put(fields[name] as object, rest, part);
  else fields[name] = part;
};

const indexIn = (files: ReadonlyMap<string, Bytes>): BundleIndex =>
  JSON.parse(new TextDecoder().decode(files.get('index.json')));
const PLACES = placesOf(indexIn(BUNDLE));

test('starts from a valid bundle', async () => {
  expect(isSound(await verdictOf(BUNDLE))).toBe(true);
});

test.each([null, 7, 'x', {}, [], -1, 1e308, true])(
  'reports an index with %j anywhere as damaged, or judges it',
  async (part) => {
    for (const place of PLACES) {
      const changed = withIndex(BUNDLE, (index) => put(index, place, part));
      const stayed = JSON.stringify(indexIn(changed)) === JSON.stringify(indexIn(BUNDLE));
      const said = await sentencesOf(changed);
      // optional, or not covered by any signature
      const isFree = /^(reader|madeAt|logKey|witnesses|streams\.\d+\.whole)/.test(place.join('.'));
      if (!stayed && !isFree) expect([place, part, said]).not.toEqual([place, part, []]);
    }
  },
);

test.each([
  [['facts', '0'], null, 'facts[0]'],
  [['facts', '2', 'path'], 'x', 'facts[2].path'],
  [['facts', '2', 'path', '1'], 'A'.repeat(400), 'facts[2].path[1]'],
  [['streams', '0', 'map', 'beside'], null, 'streams[0].map.beside'],
  [['openings', '0', 'salt'], 7, 'openings[0].salt'],
  [['pictures', '0', 'place'], 0.5, 'pictures[0].place'],
  [['files', 'ledger.json'], {}, 'files["ledger.json"]'],
  [['madeAt'], 'yesterday', 'madeAt'],
] as const)('names the part %j of the index', async (place, part, named) => {
  expect(await sentencesOf(withIndex(BUNDLE, (index) => put(index, place, part)))).toEqual([
    `The index of this bundle is damaged: ${named} has the wrong type or value.`,
  ]);
});

test('rejects an index that is no JSON, no bundle, or of another format', async () => {
  const with_ = (content: Bytes) => sentencesOf(new Map(BUNDLE).set('index.json', content));
  const none = 'This file is not the bundle of a sale, or its index is damaged.';
  for (const content of [utf8('{'), utf8('null'), utf8('[]'), Uint8Array.of(0xff)])
    expect(await with_(content)).toEqual([none]);
  expect(await with_(utf8('{"form":"reliquary.bundle/4"}'))).toEqual([
    'This bundle has the form reliquary.bundle/4. This program checks forms up to reliquary.bundle/3).',
  ]);
});

test('names endless nesting without following it', async () => {
  const marked = JSON.stringify({ ...indexIn(BUNDLE), openings: [{ ...PARTS.index.openings[0], plaintext: 0 }] });
  const deep = marked.replace('"plaintext":0', `"plaintext":${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const nested = new Map(BUNDLE).set('index.json', utf8(deep));
  expect(await sentencesOf(nested)).toEqual([
    'The index of this bundle is damaged: openings[0].plaintext has the wrong type or value.',
  ]);
});

/** A value that cannot be mistaken for a formatting error. */
const isNoWord = (part: unknown): boolean => !/undefined|\[object|NaN/.test(JSON.stringify(part));

property([fc.constantFrom(...PLACES), anyJson.filter(isNoWord)], { numRuns: 400 })(
  'answers any change of the index in sentences',
  async (place, part) => void (await sentencesOf(withIndex(BUNDLE, (index) => put(index, place, part)))),
);

property([
  fc.constantFrom('head.txt', 'ledger.json', 'policy.txt', 'report.html', 'index.sha256'),
  anyText.filter(isNoWord),
  anyJson.filter(isNoWord),
])('answers any change of a file in sentences', async (name, text, value) => {
  for (const content of [utf8(text), utf8(JSON.stringify(value)), Uint8Array.of(0xff, 0xfe)])
    expect(await sentencesOf(new Map(BUNDLE).set(name, content))).not.toEqual([]);
  await sentencesOf(withFile(BUNDLE, name, utf8(JSON.stringify([value]))));
});

/** A log signed by the attacker vouches for anything. */
const selfMade = async (text: string) => {
  const log = aLog(EVENTS);
  const leaf = leafOf(text);
  const origin = log.signer.key.name;
  const signed = headText({ origin, size: 1, root: leaf, mapRoot: leaf, madeAt: 1, enteredAtOnce: 0 });
  const head = noteText({ text: signed, signatures: [await signNote(signed, log.signer)] });
  const file = `facts/${STREAM}/0000.txt`;
  const bundle = withFile(withFile(BUNDLE, 'head.txt', utf8(head)), file, utf8(text));
  return withIndex(bundle, (index) => {
    index.facts = [{ stream: STREAM, revision: 0, file, leaf: toBase64(leaf), index: 0, path: [] }];
  });
};

property([fc.constantFrom(...placesOf(EVENTS[0])), anyJson], { numRuns: 200 })(
  'reports any change of an event in sentences, even with a log signed by the attacker',
  async (place, part) => {
    const event = structuredClone(EVENTS[0]!);
    put(event, place, part);
    const { id, type, version, revision, position, recordedAt, data, metadata } = event;
    const lines = [id, STREAM, revision, position, recordedAt, type, version].map(
      (each) => String(Object(each) === each ? JSON.stringify(each) : each).split('\n')[0],
    );
    const [said, about] = [JSON.stringify(data) ?? '', JSON.stringify(metadata) ?? ''];
    const entry = ['reliquary.fact/1', ...lines, utf8(said).length].join('\n');
    await sentencesOf(await selfMade(`${entry}\n${said}${about}`));
  },
);

test('rejects a checkpoint with an impossible time', async () => {
  const log = aLog(EVENTS);
  const text = (await log.head(EVENTS.length)).replace(`time ${AT / 1_000}`, 'time 99999999999999').split('\n\n')[0];
  const head = noteText({ text: `${text}\n`, signatures: [await signNote(`${text}\n`, log.signer)] });
  expect(await sentencesOf(withFile(BUNDLE, 'head.txt', utf8(head)))).toContain(
    'The head of this bundle belongs to another log.',
  );
});
