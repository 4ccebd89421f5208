import { expect, test } from 'vitest';
import { verifyBundle } from '#application/transparency/bundle/verifyBundle.ts';
import { changeOfKey } from '#application/transparency/keyChange.ts';
import { keyText } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { aLog, chained, otherSigner, STREAM } from '#tests/web/transparency/aLog.ts';
import { aBundle, written } from './aBundle.ts';

const OLD = aLog([]).signer;

/** From a log whose key has changed, with or without the event that says so. */
const bundle = async ({ told }: { told: boolean }) => {
  const change = await changeOfKey(OLD, otherSigner);
  const events = [
    ...chained(STREAM, written().slice(0, 1)),
    ...(told ? chained('log-keys', [{ type: 'LogKeyChanged', data: { at: 1, change } }], 2) : []),
  ];
  const log = aLog(events);
  const head = await log.head(events.length, { signer: otherSigner });
  return aBundle({
    facts: events,
    log,
    size: events.length,
    head,
    index: { logKey: keyText(otherSigner.key), witnesses: [] },
  });
};
const says = async (told: boolean, known = OLD) => {
  const options = { sha256, verify: verifyEd25519, logKey: keyText(known.key) };
  const { findings } = await verifyBundle(await bundle({ told }), options);
  return findings.filter(({ kind }) => kind !== 'note').map(({ kind, says: words }) => `${kind}: ${words}`);
};
const NAMED = 'holds: The log has changed its key. The key that you gave names the key that signs this head.';

test('accepts a new log key that an event names, starting from the old one', async () => {
  expect(await says(true)).toContain(NAMED);
  expect((await says(true)).filter((line) => line.startsWith('fails'))).toEqual([]);
  expect(await says(true, otherSigner)).not.toContain(NAMED);
});

test('rejects a key that no event names', async () => {
  expect(await says(false)).toContain('fails: The head of this bundle is not signed with the key that you gave.');
});
