import { describe, expect, test } from 'vitest';
import type { BundleIndex } from '#application/transparency/bundle/bundleFormat.ts';
import { isBeyondDoubt, isSound, verifyBundle } from '#application/transparency/bundle/verifyBundle.ts';
import { toHex, utf8 } from '#application/transparency/bytes.ts';
import { COSIGNATURE, keyText, noteKey } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from '#infrastructure/transparency/ed25519.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { aLog, chained, entryText, otherSigner, STREAM } from '#tests/web/transparency/aLog.ts';
import { aBundle, CLAIM, DISPUTE, PHOTO, SALT, TALK, TRANSACTION, withFile, withIndex, written } from './aBundle.ts';

/** The findings of verify.html and the command for a bundle forged by somebody who controls the database. */

const EVENTS = chained(STREAM, written());
const LOG = aLog(EVENTS);
const SIZE = EVENTS.length;
const RAISED = chained(STREAM, written({ claim: 9_000 }));
const [WITNESS = ''] = LOG.state('').witnesses;
const KEY = keyText(LOG.signer.key);
const PUBLISHED = 'in the log that was published at 2026-11-22 03:00 UTC';
const LAST = SIZE - 1;

type Files = Map<string, Uint8Array>;
const verdictOf = (files: Files, { logKey = KEY as string | null, witnesses = [] as string[] } = {}) =>
  verifyBundle(files, { sha256, verify: verifyEd25519, logKey: logKey ?? undefined, witnesses });
const saysOf = async (files: Files, keys?: Parameters<typeof verdictOf>[1]) => (await verdictOf(files, keys)).findings;
const failures = async (files: Files) =>
  (await saysOf(files)).filter(({ kind }) => kind === 'fails').map(({ says }) => says);
const lines = async (files: Files, keys?: Parameters<typeof verdictOf>[1]) =>
  (await saysOf(files, keys)).map(({ kind, says }) => `${kind}: ${says}`);

const made = async ({
  facts: events = EVENTS,
  log = LOG,
  size = SIZE,
  photo = PHOTO,
  signer = LOG.signer,
  head = undefined as string | undefined,
  withheld = [] as string[],
  index = {} as Partial<BundleIndex>,
} = {}) =>
  aBundle({
    facts: events,
    log,
    size,
    head: head ?? (await log.head(size, { signer })),
    index: {
      logKey: keyText(signer.key),
      witnesses: [WITNESS],
      openings: [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', salt: SALT, plaintext: CLAIM }],
      pictures: [{ fact: `${STREAM}/${DISPUTE}`, place: 0, file: 'files/photo.webp' }],
      ...index,
    },
    files: [['files/photo.webp', photo]],
    withheld,
  });

test('accepts an untouched bundle with witness, photo and ledger', async () => {
  const said = await lines(await made());
  expect(said.filter((line) => /^(fails|doubt)/.test(line))).toEqual([]);
  expect(said).toEqual(
    expect.arrayContaining([
      'holds: 7 events are in the log as they were written.',
      'holds: The witness mill.example has signed this head.',
      'holds: 1 personal field that you may read is unchanged.',
      'holds: 1 picture is the one that was uploaded.',
      'holds: The ledger matches the events: each entry was computed again.',
      'holds: report.html and policy.txt match the events, the texts that you may read and the ledger.',
    ]),
  );
});

describe('history rewritten by the database’s owner and bundled by an honest server', () => {
  test('names an event changed with all later hashes, and each that follows', async () => {
    expect(await failures(await made({ facts: RAISED }))).toEqual([
      `Revision 5 of ${STREAM} is not ${PUBLISHED}.`,
      `Revision 6 of ${STREAM} is not ${PUBLISHED}.`,
    ]);
  });

  test('names the event also if the next one is genuine and withheld', async () => {
    const events = EVENTS.with(DISPUTE, RAISED[DISPUTE]!);
    expect(await failures(await made({ facts: events, withheld: [`${STREAM}/6`] }))).toEqual([
      `Revision 5 of ${STREAM} is not ${PUBLISHED}.`,
    ]);
  });

  test('names an event with a changed time, even if the chain holds', async () => {
    const events = EVENTS.with(2, { ...EVENTS[2]!, recordedAt: EVENTS[2]!.recordedAt - 1_728_000_000 });
    const bundle = await made({ facts: events });
    expect(await failures(bundle)).toEqual([`Revision 2 of ${STREAM} is not ${PUBLISHED}.`]);
    expect((await verdictOf(bundle)).proven).toBe(SIZE - 1);
  });

  test('does so in a stream without a proven end, by what the log holds later', async () => {
    const account = `account-${'2'.repeat(32)}`;
    const rated = (rating: number, at = SIZE + 1) =>
      chained(account, [{ type: 'SellerRated', data: { transactionId: TRANSACTION, rating } }], at);
    const read = chained(TALK, [{ type: 'ConversationRead', data: {} }], SIZE + 2);
    const log = aLog([...EVENTS, ...rated(1), ...read]);
    const bundle = (rating: number) => made({ facts: [...EVENTS, ...rated(rating), ...read], log, size: SIZE + 2 });
    expect(await failures(await bundle(1))).toEqual([]);
    expect(await failures(await bundle(5))).toEqual([`Revision 0 of ${account} is not ${PUBLISHED}.`]);
    const between = aLog([...EVENTS, ...rated(1)]);
    const last = await made({ facts: [...EVENTS, ...rated(5, SIZE + 9)], log: between, size: SIZE + 1 });
    expect(await failures(last)).toEqual([]);
    expect(await lines(last)).toContain(
      'doubt: 1 newer event is not sealed yet, and nothing proves it. Download the bundle again in some minutes.',
    );
  });

  test('doubts an event that claims to be newer but was recorded long before the checkpoint', async () => {
    const account = `account-${'2'.repeat(32)}`;
    const [late] = chained(account, [{ type: 'SellerRated', data: { transactionId: TRANSACTION } }], SIZE + 1);
    const bundle = await made({ facts: [...EVENTS, { ...late!, recordedAt: late!.recordedAt - 3_600_000 }] });
    expect(await lines(bundle)).toContain(
      `doubt: Revision 0 of ${account} says that it was recorded at 2026-11-22 02:00 UTC, but the head of 2026-11-22 03:00 UTC does not cover it.`,
    );
  });

  test('names a stream with a truncated end', async () => {
    expect(await failures(await made({ facts: EVENTS.slice(0, LAST) }))).toEqual([
      `Revision 6 of ${STREAM} is not in this bundle. The history was sealed up to revision 6.`,
    ]);
  });

  test('names the event of a replaced photo', async () => {
    expect(await failures(await made({ photo: utf8('another photo') }))).toEqual([
      `Picture 1 of revision 5 of ${STREAM} is not the one that was uploaded.`,
    ]);
  });

  test('rejects a checkpoint whose text was changed', async () => {
    const head = (await LOG.head(SIZE)).replace('\nentered 0\n', '\nentered 5\n');
    expect(await failures(await made({ head }))).toEqual(['The head of this bundle was changed after it was signed.']);
  });
});

test('names an event with changed bytes once, and not as missing', async () => {
  const bundle = await made();
  const name = `facts/${STREAM}/0002.txt`;
  bundle.set(name, utf8(`${new TextDecoder().decode(bundle.get(name))} `));
  expect(await failures(bundle)).toEqual([
    `The file ${name} was changed after this bundle was made.`,
    `Revision 2 of ${STREAM} was changed. The report names it “transaction, revision 2”.`,
  ]);
});

test('rejects a log rebuilt over other events and signed with another key', async () => {
  const forged = await made({ facts: RAISED, log: aLog(RAISED), signer: otherSigner });
  expect(await failures(forged)).toEqual(['The head of this bundle is not signed with the key that you gave.']);
  const believed = await saysOf(forged, { logKey: null });
  expect(believed.find(({ says }) => says.startsWith('Compare the key of the log'))?.kind).toBe('note');
});

test('rejects a log forked for one reader: its witness is missing or signed another checkpoint', async () => {
  const forked = aLog(RAISED);
  const alone = await forked.head(SIZE, { cosigned: false });
  const lacking = await made({ facts: RAISED, log: forked, head: alone });
  expect(await saysOf(lacking)).toContainEqual({
    kind: 'doubt',
    says: 'The witness mill.example has not signed this head. Only the operator says that the witness saw the same log. Download the bundle again in some minutes.',
  });
  const stands = async (files: Files) => {
    const verdict = await verdictOf(files, { logKey: null });
    return [isSound(verdict), isBeyondDoubt(verdict)];
  };
  expect([await stands(lacking), await stands(await made())]).toEqual([
    [true, false],
    [true, true],
  ]);
  const honest = await LOG.head(SIZE);
  const borrowed = alone + honest.slice(honest.lastIndexOf('— mill.example'));
  expect(await failures(await made({ facts: RAISED, log: forked, head: borrowed }))).toEqual([
    'The signature of the witness mill.example is not a signature of this head.',
  ]);
});

describe('witnesses', () => {
  const alone = async () => made({ head: await LOG.head(SIZE, { cosigned: false }), index: { witnesses: [] } });

  test('leave doubt if the log has none', async () => {
    expect(await lines(await alone())).toContain(
      'doubt: No witness has signed this head. Only the operator says that everybody sees the same log.',
    );
  });

  test('known to the reader are required even if the bundle names none', async () => {
    expect(await lines(await alone(), { witnesses: [WITNESS] })).toContain(
      'doubt: The witness mill.example has not signed this head. Only the operator says that the witness saw the same log. Download the bundle again in some minutes.',
    );
    const unnamed = await lines(await made({ index: { witnesses: [] } }), { witnesses: [WITNESS] });
    expect(unnamed).toContain('holds: The witness mill.example, whose key you gave, has signed this head.');
    expect(unnamed.filter((line) => line.startsWith('doubt'))).toEqual([]);
    expect(await lines(await made(), { witnesses: ['mill'] })).toContain(
      'fails: The key that you gave for a witness is not the key of a witness.',
    );
  });

  test('must differ from the log’s signer', async () => {
    const { name, publicKey } = LOG.signer.key;
    for (const own of [KEY, keyText(noteKey(name, COSIGNATURE, publicKey, sha256))])
      expect(await lines(await made({ index: { witnesses: [own] } }))).toContain(
        'fails: The key that this bundle names for a witness is not the key of a witness.',
      );
    expect(await lines(await made(), { witnesses: [KEY] })).toContain(
      'fails: The key that you gave for a witness is not the key of a witness.',
    );
  });

  test('named only by the bundle need comparison', async () => {
    expect(await lines(await made())).toContain(
      `note: Compare the keys of the witnesses with keys from another source: ${WITNESS}`,
    );
  });
});

describe('a bundle cannot choose what is checked', () => {
  const changed = async (change: (index: BundleIndex) => unknown) => failures(withIndex(await made(), change));
  const NOT_WHOLE = `Nothing proves that the history of the sale, ${STREAM}, is complete.`;

  test('its transaction and conversation must be complete', async () => {
    const talk = `Nothing proves that the conversation of the parties, ${TALK}, is complete.`;
    const shorter = (change: (index: BundleIndex) => unknown) =>
      changed((index) => {
        index.facts.pop();
        change(index);
      });
    expect(await shorter((index) => (index.streams = []))).toEqual(expect.arrayContaining([NOT_WHOLE, talk]));
    expect(await shorter(({ streams }) => (streams[0]!.whole = false))).toContain(NOT_WHOLE);
    expect(await shorter(({ streams }) => (streams[0]!.map = null))).toContain(NOT_WHOLE);
    expect(await changed(({ streams }) => (streams[1]!.whole = false))).toEqual([talk]);
  });

  test('it must say if a stream is partial', async () => {
    const listing = `listing-${'1'.repeat(32)}`;
    const offered = chained(listing, [{ type: 'ListingPublished', data: {} }], SIZE + 1);
    const events = [...EVENTS, ...offered];
    const bundle = await made({ facts: events, log: aLog(events), size: SIZE + 1 });
    expect(await failures(bundle)).toEqual([]);
    expect(await lines(bundle)).toContain(
      `note: Only a part of the history ${listing} is in this bundle. Nothing proves how much is left out.`,
    );
  });

  test('it proves nothing without events', async () => {
    const nothing = await failures(await made({ facts: [], index: { openings: [], pictures: [], streams: [] } }));
    expect(nothing).toContain('This bundle holds no event, so it proves nothing about a sale.');
  });

  test('it must contain the transaction that it names', async () => {
    expect(await changed((index) => (index.reference = 'TXOTHER'))).toContain(
      `This bundle calls itself TXOTHER; its events belong to the sale TX7K2M9QPD, ${TRANSACTION}.`,
    );
    expect(await changed((index) => (index.sale = 'b'.repeat(32)))).toContain(
      `The first event of the sale, revision 0 of transaction-${'b'.repeat(32)}, is missing.`,
    );
  });

  test('it must contain no other transaction', async () => {
    const other = `transaction-${'b'.repeat(32)}`;
    const events = [...EVENTS, ...chained(other, written().slice(0, 1), SIZE + 1)];
    const bundle = await made({ facts: events, log: aLog(events), size: SIZE + 1 });
    expect(await failures(bundle)).toEqual([`The history ${other} does not belong to this sale.`]);
    const account = `account-${'3'.repeat(32)}`;
    const rated = [...EVENTS, ...chained(account, [{ type: 'SellerRated', data: { transactionId: 'b' } }], SIZE + 1)];
    expect(await failures(await made({ facts: rated, log: aLog(rated), size: SIZE + 1 }))).toEqual([
      `Revision 0 of ${account} does not name this sale.`,
    ]);
  });

  test('it must list no event twice and no file without a purpose', async () => {
    expect(await changed(({ facts: events }) => events.push(events[3]!))).toContain(
      `Revision 3 of ${STREAM} is listed twice.`,
    );
    expect(await failures(withFile(await made(), 'files/other.webp', PHOTO))).toEqual([
      'The file files/other.webp does not belong to this bundle.',
    ]);
  });

  test('it must show values with their proofs', async () => {
    const bundle = await made({
      index: { openings: [], words: [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', plaintext: 'Invented' }] },
    });
    expect(await failures(bundle)).toEqual([
      `The text that is shown as text of revision 5 of ${STREAM} has no proof, but it was written with one.`,
    ]);
    const clear = await made({
      index: { words: [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/claim', plaintext: 9_000 }] },
    });
    expect(await failures(clear)).toEqual([
      `The text that is shown as claim of revision 5 of ${STREAM} is not the text that was written.`,
    ]);
    const old = await made({ index: { words: [{ fact: `${STREAM}/1`, path: '/data/address', plaintext: 'Gent' }] } });
    expect(await failures(old)).toEqual([]);
  });

  test('it must tie pictures to events and name missing ones', async () => {
    expect(await changed(({ pictures }) => (pictures[0]!.fact = `${STREAM}/99`))).toEqual([
      `Picture 1 of revision 99 of ${STREAM} belongs to no event of this bundle.`,
      'report.html differs from the report that the events of this bundle give. Trust the events, not the report.',
    ]);
    const without = withIndex(await made(), (index) => {
      index.pictures = [];
      delete index.files['files/photo.webp'];
    });
    without.delete('files/photo.webp');
    expect(await lines(without)).toContain(
      'note: 1 picture that the events name is not in this bundle. The bundle does not say why: its reader may not see it, it was erased, or somebody left it out.',
    );
  });
});

describe('derived files are computed again and reject', () => {
  const [PAID] = EVENTS.slice(3);
  const line = (account: string, amount: number, eventId = PAID!.id) => ({ account, amount, currency: 'EUR', eventId });
  const withLedger = async (entries: object[], changes: Parameters<typeof made>[0] = {}) =>
    withFile(await made(changes), 'ledger.json', utf8(JSON.stringify(entries)));
  const ofLedger = async (files: Files) => (await failures(files)).filter((says) => says.includes('edger'));

  test('a ledger with invented sums that balance', async () => {
    const forged = [line(`escrow:${TRANSACTION}`, 90), line('psp_clearing', -90)];
    expect(await ofLedger(await withLedger(forged))).toEqual([
      `The ledger differs from the money that revision 3 of ${STREAM} moved.`,
    ]);
    expect(await ofLedger(await withLedger([]))).toHaveLength(1);
    const moved = [
      line(`escrow:${TRANSACTION}`, 16),
      line('psp_clearing', -16),
      line('a', 1, EVENTS[2]!.id),
      line('b', -1, EVENTS[2]!.id),
    ];
    expect(await ofLedger(await withLedger(moved))).toEqual([
      `The ledger differs from the money that revision 2 of ${STREAM} moved.`,
    ]);
  });

  test('a ledger whose sums do not balance or come from no event', async () => {
    expect(await ofLedger(await withLedger([line('escrow', 90)]))).toEqual([
      'The entries of the ledger do not add up to zero.',
    ]);
    expect(await ofLedger(await withLedger([line('escrow', 90, 'nobody')]))).toEqual([
      'The ledger names nobody, which is not an event of this bundle.',
    ]);
  });

  test('a changed ledger up to the first withheld event; after it only wrong sums', async () => {
    const withheld = [`${STREAM}/4`];
    const said = await lines(await made({ withheld }));
    expect(said.filter((each) => each.startsWith('fails'))).toEqual([]);
    expect(said).toContain(
      `note: Revision 4 of ${STREAM} cannot be read here. The ledger matches the events before it. After it, only the sums are checked.`,
    );
    expect(await ofLedger(await withLedger([], { withheld }))).toEqual([
      `The ledger differs from the money that revision 3 of ${STREAM} moved.`,
    ]);
  });

  test('events that break the transaction’s rules', async () => {
    const events = chained(STREAM, [...written().slice(0, 3), { type: 'PayoutCompleted', data: { amount: 9_000 } }]);
    const bundle = await made({ facts: events, log: aLog(events), size: 4, index: { openings: [], pictures: [] } });
    expect(await failures(bundle)).toContain(
      'The events of this sale break its rules, so its ledger cannot be computed again.',
    );
  });

  test('a changed report', async () => {
    const told = new TextDecoder().decode((await made()).get('report.html'));
    const forged = withFile(await made(), 'report.html', utf8(told.replace(CLAIM, 'It came whole')));
    expect(await failures(forged)).toEqual([
      'report.html differs from the report that the events of this bundle give. Trust the events, not the report.',
    ]);
  });

  test('changed terms', async () => {
    const forged = withFile(await made(), 'policy.txt', utf8('fee: 0 %'));
    expect(await failures(forged)).toContain(
      'policy.txt differs from the terms 2026-1/TARGET-Europe/Amsterdam, under which the sale began.',
    );
  });
});

test('checks the events’ structure before it reports on them', async () => {
  const odd = { ...EVENTS[2]!, recordedAt: Number.MAX_SAFE_INTEGER };
  const events = EVENTS.with(2, odd);
  const bundle = await made({ facts: EVENTS, log: aLog(events) });
  const name = `facts/${STREAM}/0002.txt`;
  const forged = withIndex(withFile(bundle, name, utf8(entryText(odd))), (index) => {
    index.facts[2]!.leaf = Buffer.from(sha256(utf8(`\0${entryText(odd)}`))).toString('base64');
  });
  expect(await failures(forged)).toContain(
    `Revision 2 of ${STREAM} was changed. The report names it “transaction, revision 2”.`,
  );
  expect(toHex(sha256(forged.get('index.json')!))).toBe(new TextDecoder().decode(forged.get('index.sha256')));
});
