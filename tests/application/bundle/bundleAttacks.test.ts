import { expect, test } from 'vitest';
import type { BundleIndex } from '#application/bundle/bundleFormat.ts';
import { isSound, isWitnessed, verifyBundle } from '#application/bundle/verifyBundle.ts';
import { toHex, utf8 } from '#application/transparency/bytes.ts';
import { keyText } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { aLog, chained, otherSigner, STREAM } from '#tests/web/proof/aLog.ts';
import { aBundle } from './aBundle.ts';

/** What verify.html and the command say to whoever gets a bundle from somebody who owns the database, and makes all of it anew. */

const PHOTO = utf8('a photo of the broken wing');
const WRITTEN: { type: string; data: Record<string, unknown> }[] = [
  { type: 'TransactionCreated', data: { amount: 1_600 } },
  { type: 'DisputeOpened', data: { claim: 1_600, files: [{ sha256Stored: toHex(sha256(PHOTO)) }] } },
  { type: 'ClaimSettled', data: { toBuyer: 1_600 } },
];
const FACTS = chained(STREAM, WRITTEN);
const LOG = aLog(FACTS);
const SIZE = FACTS.length;
const RAISED = chained(STREAM, WRITTEN.with(1, { type: 'DisputeOpened', data: { ...WRITTEN[1]!.data, claim: 9_000 } }));
const [WITNESS = ''] = LOG.state('').witnesses;

const saysOf = async (files: Map<string, Uint8Array>, logKey: string | null = keyText(LOG.signer.key)) =>
  (await verifyBundle(files, { sha256, verify: verifyEd25519, logKey: logKey ?? undefined })).findings;
const failures = async (files: Map<string, Uint8Array>, logKey?: string) =>
  (await saysOf(files, logKey)).filter(({ kind }) => kind === 'fails').map(({ says }) => says);

const made = async ({
  facts = FACTS,
  log = LOG,
  photo = PHOTO,
  signer = LOG.signer,
  head = undefined as string | undefined,
  streams = [] as BundleIndex['streams'],
}) =>
  aBundle({
    facts,
    log,
    size: SIZE,
    head: head ?? (await log.head(SIZE, { signer })),
    index: {
      logKey: keyText(signer.key),
      witnesses: [WITNESS],
      streams,
      pictures: [{ fact: `${STREAM}/1`, place: 0, file: 'files/photo.webp' }],
    },
    files: [['files/photo.webp', photo]],
  });

test('a bundle that nobody has touched holds, with its witness and its photo', async () => {
  const says = (await saysOf(await made({}))).map((finding) => `${finding.kind}: ${finding.says}`);
  expect(says.filter((line) => line.startsWith('fails'))).toEqual([]);
  expect(says).toEqual(
    expect.arrayContaining([
      'holds: 3 facts are in the log as they were written.',
      'holds: The witness mill.example has signed this head too.',
      'holds: 1 picture is what the facts bind.',
    ]),
  );
});

test('a fact that was rewritten with all hashes after it is named by stream and revision', async () => {
  expect(await failures(await made({ facts: RAISED }))).toEqual([
    `Revision 1 of ${STREAM} is not in the log that was published.`,
    `Revision 2 of ${STREAM} is not in the log that was published.`,
  ]);
});

test('a fact whose bytes were changed is named once, and not as one that is missing', async () => {
  const { map } = LOG.proofOf(STREAM, SIZE, '');
  const bundle = await made({ streams: [{ stream: STREAM, whole: true, map }] });
  expect(await failures(bundle)).toEqual([]);
  const name = `facts/${STREAM}/0002.txt`;
  bundle.set(name, utf8(`${new TextDecoder().decode(bundle.get(name))} `));
  expect(await failures(bundle)).toEqual([
    `The file ${name} is not the one that this bundle was made with.`,
    `Revision 2 of ${STREAM} is not what was written.`,
  ]);
});

test('a time that was moved is named, though the chain holds', async () => {
  const facts = FACTS.with(1, { ...FACTS[1]!, recordedAt: FACTS[1]!.recordedAt - 1_728_000_000 });
  expect(await failures(await made({ facts }))).toEqual([
    `Revision 1 of ${STREAM} is not in the log that was published.`,
  ]);
});

test('a photo in the place of another is named by the fact that attaches it', async () => {
  expect(await failures(await made({ photo: utf8('another photo') }))).toEqual([
    `Picture 1 of revision 1 of ${STREAM} is not the one that was uploaded.`,
  ]);
});

test('a log that was made anew over other facts, and signed by another, is none that the key vouches for', async () => {
  const forged = await made({ facts: RAISED, log: aLog(RAISED), signer: otherSigner });
  expect(await failures(forged)).toEqual(['The head of this bundle is not signed with the key that you gave.']);
  const believed = await saysOf(forged, null);
  expect(believed.find(({ says }) => says.startsWith('Compare the key of the log'))?.kind).toBe('note');
});

test('a log that the operator has forked for one reader lacks its witness, or shows the line of another head', async () => {
  const forked = aLog(RAISED);
  const alone = await forked.head(SIZE, { cosigned: false });
  const lacking = await made({ facts: RAISED, log: forked, head: alone });
  expect(await saysOf(lacking)).toContainEqual({
    kind: 'doubt',
    says: 'The witness mill.example has not signed this head: that it was shown the same log, only the operator says. A bundle that is got again some minutes later has its line.',
  });
  const verdictOf = async (files: Map<string, Uint8Array>) => {
    const verdict = await verifyBundle(files, { sha256, verify: verifyEd25519 });
    return [isSound(verdict), isWitnessed(verdict)];
  };
  expect([await verdictOf(lacking), await verdictOf(await made({}))]).toEqual([
    [true, false],
    [true, true],
  ]);
  const honest = await LOG.head(SIZE);
  const borrowed = alone + honest.slice(honest.lastIndexOf('— mill.example'));
  expect(await failures(await made({ facts: RAISED, log: forked, head: borrowed }))).toEqual([
    'The signature of the witness mill.example is not over this head.',
  ]);
});
