import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64, toHex, utf8 } from '#application/transparency/bytes.ts';
import { headText, readCheckpoint, readHead } from '#application/transparency/checkpoint.ts';
import {
  COSIGNATURE,
  ED25519,
  keyText,
  noteKey,
  noteText,
  readKeyText,
  readNote,
} from '#application/transparency/signedNote.ts';
import { cosignNote, signNote, verifiedBy } from '#application/transparency/signing.ts';
import { openEd25519, verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { property } from '#tests/support/property.ts';

const signer = (name: string, type: number, seed = 7) => {
  const { publicKey, sign } = openEd25519(new Uint8Array(32).fill(seed));
  return { key: noteKey(name, type, publicKey, sha256), sign };
};
const log = signer('reliquary.example/tlog', ED25519);
const mill = signer('mill.example', COSIGNATURE, 8);
const text = headText({
  origin: 'reliquary.example/tlog',
  size: 20_852_163,
  root: sha256(utf8('root')),
  mapRoot: sha256(utf8('map')),
  madeAt: 1_763_780_400,
  enteredAtOnce: 17,
});

describe('a note signed by another implementation', () => {
  const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const NOTE =
    'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
      '’',
      "'",
    ) +
    '\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

  test('verifies with its key, and not after a change', async () => {
    const key = readKeyText(KEY, sha256)!;
    expect(toHex(key.id)).toBe('c74f20a3');
    expect(keyText(key)).toBe(KEY);
    expect(await verifiedBy(key, readNote(NOTE)!, verifyEd25519)).toEqual({ at: undefined });
    expect(await verifiedBy(key, readNote(NOTE.replace('think', 'thank'))!, verifyEd25519)).toBe('wrong');
    expect(noteText(readNote(NOTE)!)).toBe(NOTE);
  });

  test('rejects a key that does not match its name', () => {
    expect(readKeyText(KEY.replace('Peter', 'Piter'), sha256)).toBeUndefined();
    expect(readKeyText(KEY.replace('ARpc', 'AhpC'), sha256)).toBeUndefined();
    expect(readKeyText('', sha256)).toBeUndefined();
  });
});

test('verifies a checkpoint signed by its log and by witnesses, each with its own key', async () => {
  const note = {
    text,
    signatures: [await signNote(text, log), await cosignNote(text, 1_763_780_460, mill)],
  };
  const read = readNote(noteText(note))!;
  expect(await verifiedBy(log.key, read, verifyEd25519)).toEqual({ at: undefined });
  expect(await verifiedBy(mill.key, read, verifyEd25519)).toEqual({ at: 1_763_780_460 });
  expect(await verifiedBy(signer('other.example', COSIGNATURE, 8).key, read, verifyEd25519)).toBe('notSigned');
  expect(await verifiedBy(signer('mill.example', ED25519, 8).key, read, verifyEd25519)).toBe('notSigned');
  const moved = { ...read, text: text.replace('20852163', '20852164') };
  expect(await verifiedBy(log.key, moved, verifyEd25519)).toBe('wrong');
  expect(await verifiedBy(mill.key, moved, verifyEd25519)).toBe('wrong');
  await expect(signNote(text, mill)).rejects.toThrow(TypeError);
  await expect(cosignNote(text, 1, log)).rejects.toThrow(TypeError);
});

test('round-trips a checkpoint', () => {
  expect(text.split('\n')).toEqual([
    'reliquary.example/tlog',
    '20852163',
    toBase64(sha256(utf8('root'))),
    `map ${toBase64(sha256(utf8('map')))}`,
    'time 1763780400',
    'entered 17',
    '',
  ]);
  expect(headText(readHead(text)!)).toBe(text);
  const after = `${text}after 20852001\n`;
  expect(readHead(after)?.after).toBe(20_852_001);
  expect(headText(readHead(after)!)).toBe(after);
  const models = `${after}models ${toBase64(sha256(utf8('models')))} 20851990\n`;
  expect(readHead(models)).toMatchObject({ after: 20_852_001, models: { position: 20_851_990 } });
  expect(headText(readHead(models)!)).toBe(models);
  expect(readCheckpoint(models)).toEqual(readCheckpoint(text));
  expect(readCheckpoint(text)).toMatchObject({ origin: 'reliquary.example/tlog', size: 20_852_163 });
});

test.each([
  ['without a size', 'a\n\nAAAA\n'],
  ['with zeros before its size', text.replace('20852163', '020852163')],
  ['with half a hash', text.replace(/\n[A-Za-z0-9+/=]{44}\n/, '\nAAAA\n')],
  ['with an empty line', text.replace('\nmap', '\n\nmap')],
  ['that does not end', text.slice(0, -1)],
])('rejects a checkpoint %s', (_, wrong) => {
  expect(readHead(wrong)).toBeUndefined();
  expect(readCheckpoint(wrong)).toBeUndefined();
});

test('rejects a checkpoint with a partial or missing root of the read models', () => {
  expect(readHead(`${text}models AAAA 3\n`)).toBeUndefined();
  expect(readHead(`${text}models 3\n`)).toBeUndefined();
});

property([fc.string({ unit: 'binary' })])('reads or rejects any text', (sent) => {
  const read = readNote(sent);
  if (read) expect(noteText(read)).toBe(sent);
  readCheckpoint(sent);
  readHead(sent);
  expect(readKeyText(sent, sha256)).toBeUndefined();
});

property([fc.uint8Array()])('accepts one spelling of base64', (bytes) => {
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  expect(fromBase64('AB==')).toBeUndefined();
});
