import { expect, test } from 'vitest';
import { BUNDLE_FORM, type BundledFact, type BundleIndex } from '#application/transparency/bundleFormat.ts';
import { toHex, utf8 } from '#application/transparency/bytes.ts';
import { changeOfKey } from '#application/transparency/keyChange.ts';
import { keyText } from '#application/transparency/signedNote.ts';
import { verifyBundle } from '#application/transparency/verifyBundle.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { aLog, chained, entryText, otherSigner } from '#tests/web/proof/aLog.ts';

const OLD = aLog([]).signer;

/** Of a log whose key has changed, with the fact that says so or without. */
const bundle = async ({ told }: { told: boolean }) => {
  const change = await changeOfKey(OLD, otherSigner);
  const facts = [
    ...chained('transaction-1', [{ type: 'TransactionCreated', data: {} }]),
    ...(told ? chained('log-keys', [{ type: 'LogKeyChanged', data: { at: 1, change } }], 2) : []),
  ];
  const log = aLog(facts);
  const head = await log.head(facts.length, { signer: otherSigner });
  const files = new Map<string, Uint8Array>([
    ['head.txt', utf8(head)],
    ['ledger.json', utf8('[]')],
  ]);
  const bundled = facts.map((fact): BundledFact => {
    const file = `facts/${fact.stream}/0000.txt`;
    files.set(file, utf8(entryText(fact)));
    const { leaf, index, path } = log.proofOf(fact.stream, facts.length, head).facts[0]!;
    return { stream: fact.stream, revision: 0, file, leaf, index, path };
  });
  const index: BundleIndex = {
    form: BUNDLE_FORM,
    sale: '1',
    reference: 'TX1',
    reader: 'buyer',
    madeAt: '2026-11-22T03:00:00.000Z',
    logKey: keyText(otherSigner.key),
    witnesses: [],
    facts: bundled,
    streams: [],
    openings: [],
    words: [],
    pictures: [],
    files: Object.fromEntries([...files].map(([name, content]) => [name, toHex(sha256(content))])),
  };
  files.set('index.json', utf8(JSON.stringify(index)));
  files.set('index.sha256', utf8(toHex(sha256(files.get('index.json')!))));
  return files;
};
const says = async (told: boolean, known = OLD) => {
  const options = { sha256, verify: verifyEd25519, logKey: keyText(known.key) };
  const { findings } = await verifyBundle(await bundle({ told }), options);
  return findings.filter(({ kind }) => kind !== 'note').map(({ kind, says: words }) => `${kind}: ${words}`);
};
const NAMED =
  'holds: The log has changed its key since: the one that was given has named the one that signs this head.';

test('whoever knows the old key of the log accepts the new one, by the fact that names it', async () => {
  expect(await says(true)).toContain(NAMED);
  expect((await says(true)).filter((line) => line.startsWith('fails'))).toEqual([]);
  expect(await says(true, otherSigner)).not.toContain(NAMED);
});

test('and none that no fact names', async () => {
  expect(await says(false)).toContain('fails: The head of this bundle is not signed with the key that you gave.');
});
