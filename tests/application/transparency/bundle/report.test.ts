import { expect, test } from 'vitest';
import { BUNDLE_FORM, type BundleIndex } from '#application/transparency/bundle/bundleFormat.ts';
import { reportOf } from '#application/transparency/bundle/report.ts';
import { toHex } from '#application/transparency/bytes.ts';
import { sha256 } from '#infrastructure/transparency/hashing.ts';
import { aLog, chained, STREAM } from '#tests/web/transparency/aLog.ts';
import { aBundle, CLAIM, DISPUTE, SALT, written } from './aBundle.ts';

const index: BundleIndex = {
  form: BUNDLE_FORM,
  sale: '1',
  reference: 'TX1',
  reader: 'buyer',
  madeAt: '2026-11-22T03:00:00.000Z',
  logKey: null,
  witnesses: [],
  facts: [],
  streams: [],
  openings: [],
  words: [],
  pictures: [],
  files: {},
};

test('names parties by role and staff by report numbers, never by id', () => {
  const acts = [
    ['TransactionCreated', 'id-of-anna', 'member'],
    ['ShipmentConfirmed', 'id-of-bert', 'member'],
    ['DecisionProposed', 'id-of-clara', 'staff'],
    ['DecisionConfirmed', 'id-of-dora', 'admin'],
    ['StaffHoldPlaced', 'id-of-clara', 'staff'],
    ['EscrowReleased', 'system', 'system'],
  ] as const;
  const facts = chained(
    'transaction-1',
    acts.map(([type, id]) => ({
      type,
      data: type === 'TransactionCreated' ? { buyerId: 'id-of-anna', sellerId: 'id-of-bert' } : { decidedBy: id },
    })),
  );
  const events = facts.map((event, at) => {
    const [, id, role] = acts[at]!;
    return { ...event, metadata: { ...event.metadata, actor: { id, role } } };
  });
  const report = reportOf({ index, events, ledger: [], policy: '' });
  const by = [...report.matchAll(/<td class="by">([^<]*)<\/td>/g)].map(([, who]) => who);
  expect(by).toEqual(['buyer', 'seller', 'staff 1', 'admin 2', 'staff 1', 'system']);
  expect(report).not.toContain('id-of-');
});

test('shows structured fields as lines, not as stored', () => {
  const plaintext = { fullName: 'Anna', streetAddress1: 'Lange Straat 1', streetAddress2: '', city: 'Gent' };
  const openings = [{ fact: 'transaction-1/0', path: '/data/address', salt: '', plaintext }];
  const events = chained('transaction-1', [{ type: 'ShippingSet', data: {} }]);
  const report = reportOf({ index: { ...index, openings }, events, ledger: [], policy: '' });
  expect(report).toContain('<dd>full name: Anna\nstreet address 1: Lange Straat 1\ncity: Gent</dd>');
});

test('produces the same report and terms as for every earlier bundle of this format', async () => {
  const facts = chained(STREAM, written());
  const log = aLog(facts);
  const openings = [{ fact: `${STREAM}/${DISPUTE}`, path: '/data/text', salt: SALT, plaintext: CLAIM }];
  const head = await log.head(facts.length);
  const bundle = aBundle({ facts, log, size: facts.length, head, index: { logKey: null, witnesses: [], openings } });
  const digestOf = (name: string) => toHex(sha256(bundle.get(name)!)).slice(0, 16);
  // a change makes every issued bundle look forged: raise BUNDLE_FORM and keep the old way
  expect([BUNDLE_FORM, digestOf('report.html'), digestOf('policy.txt')]).toEqual([
    'reliquary.bundle/1',
    '1720eccc87a7f978',
    '99ed37d98beeb2eb',
  ]);
});
