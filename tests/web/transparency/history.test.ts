// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StreamProof } from '#application/contract/transparency.ts';
import { toBase64 } from '#application/transparency/bytes.ts';
import { readHead } from '#application/transparency/checkpoint.ts';
import { COSIGNATURE, keyText, readNote } from '#application/transparency/signedNote.ts';
import { DAY } from '#domain/shared/instants.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { json, type Sent, serve } from '#tests/support/browser.tsx';
import { sawDate } from '#web/api/serverTime.ts';
import { checkHistory } from '#web/transparency/checkedHistory.ts';
import { LogPath } from '#web/transparency/LogPath.tsx';
import { historyWords } from '#web/transparency/proofText.ts';
import { sealOf } from '#web/transparency/sealText.ts';
import { type ShownEvent, type StoredHistory, verifyStored } from '#web/transparency/storedHistory.ts';
import { AT, aLog, chained, entryText, otherSigner, STREAM } from './aLog.ts';

const verify = async (history: StoredHistory) => verifyStored(history);

const OTHERS = Array.from({ length: 9 }, (_, number) =>
  chained(`listing-${number}`, [{ type: 'ListingPublished', data: { number } }], 100 + number),
).flat();
const WRITTEN: { type: string; data: Record<string, unknown> }[] = [
  { type: 'TransactionCreated', data: { amount: 1_600 } },
  { type: 'ClaimMade', data: { claim: 1_600, text: { $personal: '1.abc' } } },
  { type: 'ClaimSettled', data: { toBuyer: 1_600 } },
];
const EVENTS = chained(STREAM, WRITTEN);
const SHOWN: ShownEvent[] = EVENTS.map(({ revision, type, metadata: { hash }, data }) => ({
  revision,
  type,
  hash,
  data: 'text' in data ? { ...data, text: '[personal]' } : data,
}));
const HONEST = [...OTHERS.slice(0, 5), ...EVENTS, ...OTHERS.slice(5)];
const SIZE = HONEST.length;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: AT + 60_000, toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

type Answers = {
  proof?: (proof: StreamProof) => StreamProof;
  size?: number;
  key?: string;
  note?: string;
  heads?: string[];
  /** The witnesses named by the operator. */
  witnesses?: string[];
};

const asked = async (
  { proof = (same) => same, size = SIZE, key, note, heads, witnesses }: Answers = {},
  shown = SHOWN,
  events = HONEST,
) => {
  const log = aLog(events);
  const head = note ?? (await log.head(size));
  serve({
    'GET proof/log': log.state(head, {
      ...(key !== undefined && { key }),
      ...(heads && { heads }),
      ...(witnesses && { witnesses }),
    }),
    [`GET proof/stream/${STREAM}`]: proof(log.proofOf(STREAM, size, head)),
    'GET proof/consistency': ({ query }: Sent) => log.consistency(Number(query.get('from')), Number(query.get('to'))),
  });
  const checked = await checkHistory(STREAM, shown, verify);
  const said = historyWords(checked);
  return { label: sealOf(checked).label, bad: said.filter((one) => one.bad).map(({ words }) => words), said };
};
const wordsOf = ({ said }: { said: { words: string }[] }): string[] => said.map(({ words }) => words);

test('verifies an untouched history, sealed in a head with time, size and witness', async () => {
  const found = await asked();
  expect(found.label).toBe('Verified in this browser');
  expect(wordsOf(found)).toEqual([
    'The hash chain holds: 3 events, each linked to the one before it.',
    'Sealed in the head of 2026-11-22 03:00:00 UTC, over 12 events, signed by test.example/tlog.',
    'The witness mill.example has signed it, at 2026-11-22 03:00:05 UTC.',
    'This browser has not seen this log before. From now on it compares the log with this head.',
  ]);
});

const { head: NOTE, proofOf } = aLog(HONEST);
const [, SECOND] = proofOf(STREAM, SIZE, '').facts;
const HASH = SECOND!.leaf;

test.each<[string, object]>([
  ['no list of hashes', { path: null }],
  ['a text in place of the list', { path: HASH }],
  ['hashes that are no base64', { path: SECOND!.path.with(0, '!'.repeat(44)) }],
  ['a hash of 33 bytes', { path: SECOND!.path.with(0, toBase64(new Uint8Array(33))) }],
  ['a hash of 100 bytes', { path: SECOND!.path.with(0, toBase64(new Uint8Array(100))) }],
  ['numbers in place of hashes', { path: [1, 2, 3, 4] }],
  ['10,000 hashes', { path: Array(10_000).fill(HASH) }],
  ['a hash of a megabyte', { path: SECOND!.path.with(0, toBase64(new Uint8Array(1_000_000))) }],
  ['a place below zero', { index: -2 }],
  ['a place that is no number', { index: '6' }],
  ['half a place', { index: 6.5 }],
  ['a place beyond all logs', { index: 2 ** 60 }],
])('reports a damaged log, %s, without failing', async (_, change) => {
  const told = (proof: StreamProof): StreamProof => ({
    ...proof,
    facts: proof.facts.with(1, { ...proof.facts[1]!, ...change }),
  });
  const found = await asked({ proof: told });
  expect(found.bad).toEqual(['Revision 1 is not in the log published at 2026-11-22 03:00:00 UTC.']);
  const head = readHead(readNote(await NOTE(SIZE))!.text)!;
  const event = { ...SECOND!, ...change } as StreamProof['facts'][number];
  render(createElement(LogPath, { revision: 1, fact: event, head }));
  expect(screen.getByText(/does not lead to this head\.$/)).toBeTruthy();
  cleanup();
});

test.each<[string, object]>([
  ['beside', { beside: null }],
  ['end', { end: { key: HASH, revision: -1, leaf: HASH } }],
  ['revision', { end: { key: HASH, revision: '2', leaf: 'x' } }],
])('reports an absurd end, %s, as not proven', async (_, change) => {
  const found = await asked({ proof: (proof) => ({ ...proof, map: { ...proof.map!, ...change } }) });
  expect(found.bad).toEqual([expect.stringMatching(/^The end of this history is not proven/)]);
});

test('counts events that no head covers and does not call them verified', async () => {
  const found = await asked({ size: 6 });
  expect(found.label).toBe('Verified up to event 0');
  expect(wordsOf(found)).toContain('2 newer events are not sealed yet; they will be within 5 minutes.');
});

test('reports a stalled log', async () => {
  vi.setSystemTime(AT + 60 * 60_000);
  const found = await asked({ size: 6 });
  expect(found.bad[0]).toMatch(
    /^2 newer events are not sealed, though the first was recorded at .*: the log has stalled\.$/,
  );
});

test('measures the delay of a seal by the log’s clock, not by the demo clock', async () => {
  sawDate(new Date(Date.now() + 9 * DAY).toUTCString());
  const found = await asked({ size: 6 }).finally(() => sawDate(new Date().toUTCString()));
  expect(found.bad).toEqual([]);
  expect(wordsOf(found)).toContain('2 newer events are not sealed yet; they will be within 5 minutes.');
});

const forged =
  (change: (data: Record<string, unknown>) => Record<string, unknown>, rehash: boolean) => (proof: StreamProof) => {
    const events = rehash
      ? chained(STREAM, WRITTEN.with(1, { type: 'ClaimMade', data: change(WRITTEN[1]!.data) }))
      : EVENTS.with(1, { ...EVENTS[1]!, data: change(EVENTS[1]!.data) });
    return { ...proof, facts: proof.facts.map((event, at) => ({ ...event, entry: entryText(events[at]!) })) };
  };
const raised = (data: Record<string, unknown>) => ({ ...data, claim: 9_000 });

test('reports an event that was changed after it was recorded', async () => {
  const found = await asked({ proof: forged(raised, false) });
  expect(found).toMatchObject({
    label: 'Not verified',
    bad: ['Revision 1 was changed after it was recorded.', expect.anything()],
  });
});

test('finds an event that was changed with all later hashes', async () => {
  const { bad } = await asked({ proof: forged(raised, true) }, []);
  expect(bad).toEqual([
    'Revision 1 is not in the log published at 2026-11-22 03:00:00 UTC.',
    'Revision 2 is not in the log published at 2026-11-22 03:00:00 UTC.',
  ]);
});

test('finds a changed time although the chain holds', async () => {
  const moved = (proof: StreamProof): StreamProof => ({
    ...proof,
    facts: proof.facts.map((event, at) => ({
      ...event,
      entry: at === 1 ? entryText({ ...EVENTS[1]!, recordedAt: AT - 1 }) : event.entry,
    })),
  });
  expect((await asked({ proof: moved })).bad).toEqual([
    'Revision 1 is not in the log published at 2026-11-22 03:00:00 UTC.',
  ]);
});

test('finds a truncated history', async () => {
  const cut = (proof: StreamProof) => ({ ...proof, facts: proof.facts.slice(0, 2) });
  expect((await asked({ proof: cut }, SHOWN.slice(0, 2))).bad).toEqual([
    'This history ends at revision 1, but revision 2 had been sealed.',
  ]);
});

test('rejects an end that differs from the map', async () => {
  const shorter = (proof: StreamProof): StreamProof => ({
    ...proof,
    facts: proof.facts.slice(0, 2),
    map: { ...proof.map!, end: { ...proof.map!.end!, revision: 1 } },
  });
  expect((await asked({ proof: shorter }, SHOWN.slice(0, 2))).bad[0]).toMatch(/^The end of this history is not proven/);
});

test('finds a display that differs from storage', async () => {
  const shown = SHOWN.with(2, { ...SHOWN[2]!, data: { toBuyer: 100 } });
  expect((await asked({}, shown)).bad).toEqual(['Revision 2 is shown differently from how it is stored.']);
});

test('finds displayed fields that are not stored, and notes them for old formats', async () => {
  const shown = SHOWN.with(2, { ...SHOWN[2]!, data: { toBuyer: 1_600, currency: 'EUR', note: '[personal]' } });
  expect((await asked({}, shown)).bad).toEqual(['Revision 2 is shown differently from how it is stored.']);
  const read = (proof: StreamProof) => ({ ...proof, versions: { ClaimSettled: 2 } });
  const found = await asked({ proof: read }, shown);
  expect(found).toMatchObject({ label: 'Verified as stored', bad: [] });
  expect(wordsOf(found)[0]).toBe(
    'Revision 2 was recorded in an earlier format (version 1): currency is shown in today’s format, and is not stored that way.',
  );
  const told = await asked(
    { proof: read },
    SHOWN.map(({ revision, type }) => ({ revision, type })),
  );
  expect(wordsOf(told)[0]).toMatch(/^Revision 2 was recorded in an earlier format .* may show more than is stored\.$/);
  expect((await asked({ proof: read })).label).toBe('Verified in this browser');
});

test('ignores a head not signed with the log’s key', async () => {
  const note = await aLog(HONEST).head(SIZE, { signer: otherSigner });
  expect(await asked({ note })).toMatchObject({
    label: 'Not verified',
    bad: [
      'The head of the log is not signed with the key of the log.',
      `Nothing shows that revision 2 of ${STREAM} and those before it are what was sealed.`,
    ],
  });
});

test('treats a mismatching witness signature as a different log', async () => {
  const log = aLog(HONEST);
  const [own, of] = [await log.head(SIZE, { cosigned: false }), await log.head(SIZE - 1)];
  const note = own + of.slice(of.lastIndexOf('— mill.example'));
  expect((await asked({ note })).bad).toEqual([
    'The operator shows you a different log than it showed the witness mill.example.',
  ]);
});

test('accepts a head that extends the saved one', async () => {
  await asked({ size: 6 });
  const found = await asked();
  expect(found.bad).toEqual([]);
  expect(wordsOf(found)).toContain(
    'Nothing was rewritten since the head that this browser had saved, of 2026-11-22 03:00:00 UTC, over 6 events.',
  );
});

test('rejects a log rebuilt over a rewritten past', async () => {
  await asked({ size: 6 });
  const rewritten = HONEST.with(2, { ...HONEST[2]!, recordedAt: 1 });
  const found = await asked({}, SHOWN, rewritten);
  expect(found.bad[0]).toMatch(
    /^This is a different log from the one this browser has seen: .* over 6 events, is not the beginning of this one\.$/,
  );
});

test('reports a log shorter than the saved head, and keeps that head', async () => {
  await asked();
  const older = /^The log ends before the head that this browser has saved, .* over 12 events: events were removed\.$/;
  expect((await asked({ size: 8 })).bad[0]).toMatch(older);
  expect((await asked({ size: 8 })).bad[0]).toMatch(older);
});

test('rejects a log with a different key', async () => {
  await asked();
  const note = await aLog(HONEST).head(SIZE, { signer: otherSigner });
  const found = await asked({ note, key: keyText(otherSigner.key) });
  expect(found.bad[0]).toMatch(/^The log is signed with a different key from the head that this browser has saved/);
});

test('calls nothing verified if the browser cannot check signatures', async () => {
  vi.stubGlobal('crypto', { ...crypto, subtle: undefined });
  const found = await asked();
  vi.unstubAllGlobals();
  expect(found.label).toBe('Chain unbroken, not sealed');
  expect(wordsOf(found)[1]).toMatch(/^This browser cannot check the signature of the log/);
});

test('finds the hash of a withheld event in the log without calling its display verified', async () => {
  const withheld = (proof: StreamProof): StreamProof => ({
    ...proof,
    facts: proof.facts.with(1, { ...proof.facts[1]!, entry: null }),
  });
  const found = await asked({ proof: withheld });
  expect([found.label, found.bad]).toEqual(['Verified except 1 event', []]);
  expect(wordsOf(found).slice(0, 2)).toEqual([
    'The hash chain holds: 2 events, each linked to the one before it.',
    expect.stringMatching(
      /^You cannot read 1 event as it is stored, .* what this screen shows of it is not compared\.$/,
    ),
  ]);
  const replaced = (proof: StreamProof) => {
    const { facts } = withheld(proof);
    return { ...proof, facts: facts.with(1, { ...facts[1]!, leaf: facts[0]!.leaf }) };
  };
  expect((await asked({ proof: replaced })).bad).toEqual([
    'Revision 1 is not in the log published at 2026-11-22 03:00:00 UTC.',
  ]);
});

test('names a rewritten nightly seal in its history', async () => {
  const stream = 'attestation-ledger';
  const nights = ['a', 'b'].map((digest) => ({ type: 'LedgerAttested', data: { digest } }));
  const sealed = chained(stream, nights);
  const log = aLog([...OTHERS, ...sealed]);
  const rewritten = chained(stream, nights.with(0, { type: 'LedgerAttested', data: { digest: 'c' } }));
  const note = await log.head(11);
  const proof = log.proofOf(stream, 11, note);
  serve({
    'GET proof/log': log.state(note),
    [`GET proof/stream/${stream}`]: {
      ...proof,
      facts: proof.facts.map((event, at) => ({ ...event, entry: entryText(rewritten[at]!) })),
    },
  });
  const checked = await checkHistory(stream, [], verify);
  expect([checked.stream, sealOf(checked).label]).toEqual([stream, 'Not verified']);
  expect(historyWords(checked).flatMap(({ bad, words }) => (bad ? [words] : []))).toEqual([
    'Revision 0 is not in the log published at 2026-11-22 03:00:00 UTC.',
    'Revision 1 is not in the log published at 2026-11-22 03:00:00 UTC.',
  ]);
});

describe('a proof in pages', () => {
  const LONG = chained(
    STREAM,
    Array.from({ length: 23 }, (_, number) => ({ type: 'ProviderFactRecorded', data: { number } })),
  );
  const PER_PAGE = 2;

  /** `answered`: how many pages were answered before. */
  const served = async (refuse: (answered: number) => boolean = () => false) => {
    const log = aLog(LONG);
    const note = await log.head(LONG.length);
    const proof = log.proofOf(STREAM, LONG.length, note);
    const asked: string[] = [];
    serve({
      'GET proof/log': log.state(note),
      [`GET proof/stream/${STREAM}`]: ({ query }: Sent) => {
        if (refuse(asked.length)) {
          asked.push('refused');
          return json({ code: 'notNewestHead', message: 'A newer head was signed.' }, 409);
        }
        const page = Number(query.get('page'));
        asked.push(`${page} ${query.get('size')}`);
        const facts = proof.facts.slice((page - 1) * PER_PAGE, page * PER_PAGE);
        return { ...proof, facts, hasMore: page * PER_PAGE < LONG.length };
      },
    });
    return { asked, checked: await checkHistory(STREAM, [], verify) };
  };

  test('is read to its end under one head', async () => {
    const { asked, checked } = await served();
    expect(sealOf(checked).label).toBe('Verified in this browser');
    expect(checked.verdict).toMatchObject({ faults: [], sealedTo: LONG.length - 1 });
    expect(asked).toEqual(['1 null', ...Array.from({ length: 11 }, (_, at) => `${at + 2} ${LONG.length}`)]);
  });

  test('begins again when a newer head was signed meanwhile', async () => {
    const { asked, checked } = await served((answered) => answered === 7);
    expect(checked.verdict).toMatchObject({ faults: [], sealedTo: LONG.length - 1 });
    expect(asked.filter((page) => page === '1 null')).toHaveLength(2);
  });
});

test('ignores a rewritten head and names what it leaves unproven', async () => {
  const note = (await aLog(HONEST).head(SIZE)).replace('\n12\n', '\n13\n');
  expect(await asked({ note })).toMatchObject({
    label: 'Not verified',
    bad: [
      'The head of the log is not the one that was signed.',
      `Nothing shows that revision 2 of ${STREAM} and those before it are what was sealed.`,
    ],
  });
});

describe('a log forked for one reader', () => {
  const FORKED = HONEST.with(2, { ...HONEST[2]!, recordedAt: 1 });
  const unsigned = (events = HONEST) => aLog(events).head(SIZE, { cosigned: false });
  const LATER = AT + 10 * 60_000;

  test('may lack its witness’s signature for some minutes, like any new head', async () => {
    const found = await asked({ note: await unsigned() });
    expect([found.label, found.bad]).toEqual(['Verified, not witnessed', []]);
    expect(wordsOf(found)).toContain('The witness mill.example has not signed this head yet.');
  });

  test('is doubted as long as its witness is silent', async () => {
    vi.setSystemTime(LATER);
    const note = await unsigned(FORKED);
    expect(await asked({ note }, [], FORKED)).toMatchObject({
      label: 'Verified, not witnessed',
      bad: [
        'The witness mill.example has signed none of the heads shown here: only the operator says that it was shown the same log.',
      ],
    });
    localStorage.clear();
    const honest = await asked({ note: await unsigned(), heads: [await unsigned(), await aLog(HONEST).head(6)] });
    expect(honest).toMatchObject({
      label: 'Verified, not witnessed',
      bad: [
        'The witness mill.example last signed the head of 2026-11-22 03:00:00 UTC, over 6 events, and nothing since: only the operator says that it was shown the same log.',
      ],
    });
  });

  test('is detected by any head that its witness has signed', async () => {
    const note = await unsigned(FORKED);
    const found = await asked({ note, heads: [note, await aLog(HONEST).head(6)] }, [], FORKED);
    expect(found).toMatchObject({
      label: 'Not verified',
      bad: [
        'The operator shows you a different log than it showed the witness mill.example: the head of 2026-11-22 03:00:00 UTC, over 6 events, which it has signed, is not the beginning of this one.',
      ],
    });
  });

  test('is detected when the operator no longer names the witness', async () => {
    await asked({ size: 6 });
    const note = await unsigned(FORKED);
    const found = await asked({ note, witnesses: [] }, [], FORKED);
    expect(found.label).toBe('Not verified');
    expect(found.bad).toContain('The operator no longer names the witness mill.example, which this browser has saved.');
    expect(found.bad).toContain(
      'The operator shows you a different log than it showed the witness mill.example: the head of 2026-11-22 03:00:00 UTC, over 6 events, which it has signed, is not the beginning of this one.',
    );
    expect((await asked({ note, witnesses: [] }, [], FORKED)).bad).toEqual(found.bad);
  });

  test('is detected at the same size as the witnessed head', async () => {
    await asked();
    const found = await asked({ note: await unsigned(FORKED), witnesses: [] }, [], FORKED);
    expect(found.bad).toContain(
      'The operator shows you a different log than it showed the witness mill.example: the head of 2026-11-22 03:00:00 UTC, over 12 events, which it has signed, is not the beginning of this one.',
    );
  });
});

describe('the witnesses saved in this browser', () => {
  const other = keyText(readSigningKey(makeSigningKey('mill.example', COSIGNATURE), COSIGNATURE)!.key);
  const lake = keyText(readSigningKey(makeSigningKey('lake.example', COSIGNATURE), COSIGNATURE)!.key);
  const mill = () => aLog(HONEST).state('').witnesses[0]!;

  test('are missed when the operator no longer names one, even if the log only grew', async () => {
    await asked({ size: 6 });
    const found = await asked({ witnesses: [] });
    expect([found.label, found.bad]).toEqual([
      'Not verified',
      ['The operator no longer names the witness mill.example, which this browser has saved.'],
    ]);
    expect((await asked({ witnesses: [] })).label).toBe('Not verified');
    expect((await asked()).label).toBe('Verified in this browser');
  });

  test('must keep their keys', async () => {
    await asked({ size: 6 });
    const found = await asked({ note: await aLog(HONEST).head(SIZE, { cosigned: false }), witnesses: [other] });
    expect([found.label, found.bad]).toEqual([
      'Not verified',
      ['The operator names a different key for the witness mill.example than this browser has saved.'],
    ]);
  });

  test('include a new one from then on', async () => {
    await asked({ size: 6 });
    expect((await asked({ witnesses: [mill(), lake] })).label).toBe('Verified in this browser');
    expect((await asked()).bad).toEqual([
      'The operator no longer names the witness lake.example, which this browser has saved.',
    ]);
  });

  test('are unknown if an earlier release saved the head alone', async () => {
    await asked({ size: 6 });
    const { witnesses: _, ...before } = JSON.parse(localStorage.getItem('log:head')!);
    localStorage.setItem('log:head', JSON.stringify(before));
    expect((await asked({ witnesses: [] })).bad).toEqual([]);
  });
});

test('verifies a log without witnesses and explains the limit', async () => {
  const note = await aLog(HONEST).head(SIZE, { cosigned: false });
  const found = await asked({ note, witnesses: [] });
  expect([found.label, found.bad]).toEqual(['Verified, not witnessed', []]);
  expect(wordsOf(found)).toContain(
    'No witness signs this log: only the operator says that others are shown the same log.',
  );
});
