import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import {
  BUNDLE_FORM,
  type BundleIndex,
  FIRST_FORM,
  SECOND_FORM,
} from '#application/transparency/bundle/bundleFormat.ts';
import type { Told } from '#application/transparency/bundle/report/report.ts';
import { reportOf } from '#application/transparency/bundle/report/reports.ts';
import { SECOND_SENTENCES } from '#application/transparency/bundle/report/secondSentences.ts';
import { termsSentences } from '#application/transparency/bundle/report/terms.ts';
import { policyInWords } from '#application/transparency/bundle/termsText.ts';
import { type Bytes, toHex, utf8 } from '#application/transparency/bytes.ts';
import { eventInFull, IN_FULL } from '#domain/notifications/inFull/inFull.ts';
import { formatRound } from '#domain/shared/euros.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { examplesOf } from '#tests/history/examples.ts';
import { formOf } from '#tests/history/form.ts';
import { aLog, chained, STREAM } from '#tests/web/transparency/aLog.ts';
import { aBundle, CLAIM, DISPUTE, SALT, TRANSACTION, written } from './aBundle.ts';

const index: BundleIndex = {
  form: BUNDLE_FORM,
  sale: TRANSACTION,
  reference: 'TX1',
  reader: 'buyer',
  madeAt: '2026-11-22T03:00:00.000Z',
  names: { buyer: 'elena', seller: 'bert' },
  logKey: null,
  witnesses: [],
  facts: [],
  streams: [],
  openings: [],
  words: [],
  withheld: [],
  pictures: [],
  files: {},
};
const BUYER = '2'.repeat(32);
const SELLER = '3'.repeat(32);
const STAFF = { id: 'id-of-clara', role: 'staff' };
const SYSTEM = { id: 'system', role: 'system' };

const told = (about: Partial<Told>): Told => ({
  index,
  events: chained(STREAM, written()),
  ledger: [],
  policy: '',
  photos: new Map(),
  ...about,
});

/** More events after the dispute, each by somebody. */
const withMore = (...more: { type: string; data: object; by: { id: string; role: string } }[]): StoredEvent[] => {
  const begin = written();
  const events = chained(STREAM, [
    ...begin,
    ...more.map(({ type, data }) => ({ type, data: data as StoredEvent['data'] })),
  ]);
  return events.map((event, at) => {
    const by = more[at - begin.length]?.by ?? { id: at < 4 ? BUYER : at === DISPUTE ? BUYER : SELLER, role: 'member' };
    return { ...event, metadata: { ...event.metadata, actor: by } };
  });
};

const sentencesOf = (report: string): string[] =>
  [...report.matchAll(/<p class="said">(.*?)<\/p>/g)].map(([, sentence]) => sentence!);

describe('the report', () => {
  test('tells claim, decision and division in sentences with amounts and names', () => {
    const events = withMore(
      {
        type: 'DisputeDecided',
        by: STAFF,
        data: { at: 0, toBuyer: 15_000, toSeller: 29_200, fee: 475, rationale: null, decidedBy: STAFF.id },
      },
      { type: 'RefundDeferred', by: SYSTEM, data: { at: 0, toBuyer: 15_000, until: Date.UTC(2026, 11, 1, 9) } },
    );
    const sentences = sentencesOf(reportOf(told({ events })));
    expect(sentences[0]).toBe(
      'The buyer elena bought “Knight” from the seller bert for €11.00. The platform fee is €4.75. The time to pay ends on 22 Nov 2026, 04:30:00.',
    );
    expect(sentences[DISPUTE]).toBe(
      'The buyer elena opened a dispute. The category is “Damaged in transit”. The buyer claims back €16.00. An answer is due by 22 Nov 2026, 04:00:00.',
    );
    expect(sentences.slice(-2)).toEqual([
      'Staff 1 decided. Of the €446.75 held, €150.00 goes back to the buyer elena, €292.00 goes to the seller bert and €4.75 is the platform fee.',
      'The refund of €150.00 waits, because the seller bert may appeal. Without an appeal it leaves on 1 Dec 2026, 10:00:00.',
    ]);
  });

  test('names staff by report numbers, never by id', () => {
    const dora = { id: 'id-of-dora', role: 'admin' };
    const report = reportOf(
      told({
        events: withMore(
          { type: 'StaffHoldPlaced', by: STAFF, data: { by: STAFF.id } },
          { type: 'StaffHoldLifted', by: dora, data: { by: dora.id } },
          { type: 'StaffHoldPlaced', by: STAFF, data: { by: STAFF.id } },
        ),
      }),
    );
    const by = [...report.matchAll(/<p class="meta">By (.*?) ·/g)].map(([, who]) => who);
    expect(by.slice(-3)).toEqual(['staff 1', 'admin 2', 'staff 1']);
    expect(report).not.toContain('id-of-');
  });

  test('gives each instant in UTC and in Amsterdam', () => {
    const [, first] = /<div class="when">(.*?)<\/div>/.exec(reportOf(told({})))!;
    expect(first).toBe('22 Nov 2026<br>04:00:00 Amsterdam<br><span class="meta">03:00:00 UTC</span>');
  });

  test('gives the instant that the rules used, and the time of storage if it is another', () => {
    const late = chained(STREAM, written()).map((event) => ({ ...event, recordedAt: Date.UTC(2026, 6, 1, 22, 30) }));
    const [, first] = /<div class="when">(.*?)<\/div>/.exec(reportOf(told({ events: late })))!;
    expect(first).toContain('03:00:00 UTC<br>stored<br>1 Jul 2026, 22:30:00 UTC');
    const [own] = chained(STREAM, [{ type: 'ConversationRead', data: {} }]);
    const summer = { ...own!, recordedAt: Date.UTC(2026, 6, 1, 22, 30) };
    expect(reportOf(told({ events: [summer] }))).toContain(
      '2 Jul 2026<br>00:30:00 Amsterdam<br><span class="meta">1 Jul 2026, 22:30:00 UTC</span>',
    );
  });

  test('quotes what its reader may read, and says why another text is not shown', () => {
    const openings = [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', salt: SALT, plaintext: CLAIM }];
    const report = reportOf(told({ index: { ...index, openings } }));
    expect(report).toContain(`<blockquote dir="auto">${CLAIM}</blockquote>`);
    expect(report).toContain('Address: erased. The marketplace no longer holds this text.');
    const withheld = [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text' }];
    const masked = reportOf(told({ index: { ...index, withheld } }));
    expect(masked).toContain('In their own words: not shown. This reader may not read it.');
    const earlier = reportOf(told({ index: { ...index, form: SECOND_FORM } }));
    expect(earlier).toContain('In their own words: not shown. This reader may not read it, or it was erased.');
  });

  test('shows structured fields as lines', () => {
    const plaintext = { fullName: 'Anna', streetAddress1: 'Lange Straat 1', streetAddress2: '', city: 'Gent' };
    const openings = [{ fact: `${STREAM}/1`, path: '/data/address', salt: '', plaintext }];
    expect(reportOf(told({ index: { ...index, openings } }))).toContain(
      'full name: Anna\nstreet address 1: Lange Straat 1\ncity: Gent</blockquote>',
    );
  });

  test('shows the terms of the sale in sentences with their numbers', () => {
    const report = reportOf(told({}));
    expect(report).toContain('under version 2026-1/TARGET-Europe/Amsterdam of the terms');
    expect(report).toContain('<li>The money stays in escrow for 12 days after the shipment.');
    expect(report).toContain('the platform fee, which is 5% of the item price plus €0.75.');
  });

  test('shows no sum that the file of the terms leaves out', () => {
    const terms = (form: BundleIndex['form'], version: string) => policyInWords(version, form).split('\n');
    for (const { version, draftAbove, refundWaitsAbove } of TERMS_VERSIONS) {
      const sums = [
        `draft above: ${formatRound(draftAbove)}`,
        ...(refundWaitsAbove === undefined ? [] : [`refund waits above: ${formatRound(refundWaitsAbove)}`]),
      ];
      expect(terms(BUNDLE_FORM, version)).toEqual([...terms(SECOND_FORM, version).slice(0, -1), ...sums, '']);
    }
  });

  test('shows the money as a T-account whose sides are equal', () => {
    const [paid] = chained(STREAM, written()).slice(3);
    const ledger = [
      { account: 'psp_clearing', amount: -16, currency: 'EUR', eventId: paid!.id },
      { account: `escrow:${TRANSACTION}`, amount: 16, currency: 'EUR', eventId: paid!.id },
    ];
    const report = reportOf(told({ ledger }));
    expect(report).toContain(
      '<tr><td>Paid by the buyer</td><td class="sum">€16.00</td><td>Still held or on its way</td><td class="sum">€16.00</td></tr>',
    );
    expect(report).toContain('<tr><td>4</td><td>Held in escrow</td><td class="sum">€16.00</td></tr>');
  });

  test('prints the hash of the last event and the page number on each page', () => {
    const leaf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
    const facts = [0, 1].map((revision) => ({
      stream: STREAM,
      revision,
      file: revision === 1 ? null : 'x',
      leaf: leaf(revision + 1),
      index: null,
      path: [],
    }));
    const report = reportOf(told({ index: { ...index, facts } }));
    expect(report).toContain(
      `content:"Sale TX1\\A Last event of the sale: transaction, revision 1 · SHA-256 ${'02'.repeat(32)}"`,
    );
    const earlier = reportOf(told({ index: { ...index, facts, form: SECOND_FORM } }));
    expect(earlier).toContain(`content:"Sale TX1\\A Last event 1 · SHA-256 ${'02'.repeat(32)}"`);
    expect(report).toContain('counter(page) " of " counter(pages)');
    expect(report).toContain(
      '1 event of this sale is withheld from this reader and is not shown here. The bundle proves that no other event is missing.',
    );
  });
});

describe('photos in the report', () => {
  const WEBP = new Uint8Array([...utf8('RIFF'), 1, 2, 3, 4, ...utf8('WEBP'), 9]);
  const withPhoto = (photos: ReadonlyMap<string, Bytes>, file: string | null = 'files/a.webp') =>
    reportOf(
      told({
        index: {
          ...index,
          pictures: [{ fact: `${STREAM}/${DISPUTE}`, place: 0, file }],
          files: { 'files/a.webp': 'ab'.repeat(32) },
        },
        photos,
      }),
    );

  test('are inside the page, with file name and SHA-256', () => {
    const report = withPhoto(new Map([['files/a.webp', WEBP]]));
    expect(report).toContain(`src="data:image/webp;base64,${Buffer.from(WEBP).toString('base64')}"`);
    expect(report).toContain(`Photo 6.1: files/a.webp<br>SHA-256 ${'ab'.repeat(32)}`);
  });

  test('are named if there is no room, if the file is something else, and if it was altered', () => {
    expect(withPhoto(new Map())).toContain('There is no room for this photo here. It is in the bundle.');
    const script = withPhoto(new Map([['files/a.webp', utf8('<script>alert(1)</script>')]]));
    expect(script).toContain('This file is not a photo that can be shown here.');
    expect(script).not.toContain('data:image');
    expect(withPhoto(new Map(), null)).toContain('the stored file is not the one that was uploaded');
  });
});

describe('texts in the report', () => {
  const quoted = (plaintext: unknown) =>
    reportOf(
      told({
        index: { ...index, openings: [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', salt: '', plaintext }] },
      }),
    );

  test('cannot add markup, whatever people wrote', () => {
    const attack = `</blockquote><script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;
    const report = quoted(attack);
    expect(report).not.toMatch(/<script|<img|onerror="/);
    expect(report).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const named = reportOf(
      told({ index: { ...index, reference: '"}</style><script>1</script>', names: { buyer: '<b>x', seller: null } } }),
    );
    expect(named).not.toMatch(/<script>|<b>x/);
    expect(named.split('</style>')).toHaveLength(2);
  });

  test('show characters that reorder or hide text by their number', () => {
    expect(quoted('paid \u202eton\u202c\u200b\u0007')).toContain('paid [U+202E]ton[U+202C][U+200B][U+0007]');
  });

  test('keep emoji, joined ones too, and a statement of ten kilobytes', () => {
    expect(quoted('👩‍🎨 café 日本')).toContain('👩‍🎨 café 日本');
    const long = 'a very long statement '.repeat(470);
    expect(quoted(long)).toContain(long);
  });

  test('leave the page readable if an event holds what no event can', () => {
    const events = chained(STREAM, written()).map((event) => ({
      ...event,
      recordedAt: 9e15,
      data: { ...event.data, at: 'x', amount: {}, captured: null, item: 3, toBuyer: [], category: 'constructor' },
    }));
    expect(sentencesOf(reportOf(told({ events })))).toHaveLength(events.length);
  });
});

test.each([
  ['second', SECOND_SENTENCES, '3c6ecc8689c4fbe0'],
  ['third', IN_FULL, 'b4eb7d38fda998ed'],
] as const)(
  'tells every event and all terms in the words of every earlier bundle of the %s form',
  (_, words, digest) => {
    const tell = { who: 'Staff 1', buyer: 'the buyer', seller: 'the seller', staff: () => 'staff 2', on: String };
    const sentences = Object.entries(transactionEvents).flatMap(([type, { schema }]) =>
      (examplesOf(formOf(schema)) as Record<string, unknown>[]).map((data) =>
        eventInFull(type, 'currency' in data ? { ...data, currency: 'USD' } : data, tell, words),
      ),
    );
    const terms = TERMS_VERSIONS.flatMap(({ version }) => termsSentences(version));
    const digestOf = (lines: string[]) => toHex(sha256(utf8(lines.join('\n')))).slice(0, 16);
    // a new event or version adds lines; a changed one needs a new form
    expect([sentences.length, digestOf(sentences), terms.length, digestOf(terms)]).toEqual([
      217,
      digest,
      36,
      '5bc0d218a53d8fcc',
    ]);
  },
);

test.each([
  [FIRST_FORM, '1720eccc87a7f978', '99ed37d98beeb2eb'],
  [SECOND_FORM, '10e27a63e046c876', '99ed37d98beeb2eb'],
  [BUNDLE_FORM, 'fc9daa54f8dabc53', '455e58789c151f34'],
] as const)(
  'produces the same report and terms as for every earlier bundle of the form %s',
  async (form, ...digests) => {
    const facts = chained(STREAM, written());
    const log = aLog(facts);
    const openings = [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', salt: SALT, plaintext: CLAIM }];
    const head = await log.head(facts.length);
    // the salt in the stored commitment is random, and the leaf with it
    const size = facts.length;
    const bundle = aBundle({ facts, log, size, head, index: { form, logKey: null, witnesses: [], openings } });
    const stable = (name: string) =>
      new TextDecoder().decode(bundle.get(name)).replaceAll(/SHA-256 [0-9a-f]{64}/g, 'SHA-256');
    const digestOf = (name: string) => toHex(sha256(utf8(stable(name)))).slice(0, 16);
    // a change makes every issued bundle look forged: add a form and keep the old way
    expect([digestOf('report.html'), digestOf('policy.txt')]).toEqual(digests);
  },
);
