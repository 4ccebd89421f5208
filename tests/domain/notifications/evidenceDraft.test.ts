import { describe, expect, test } from 'vitest';
import { type EvidenceSources, evidenceDraft } from '#domain/notifications/evidenceDraft.ts';
import { DAY } from '#domain/shared/instants.ts';
import { EVIDENCE_LENGTHS, type EvidenceField } from '#domain/transactions/evidencePack.ts';
import * as s from '../transactions/scenario.ts';

const AT = s.SHIPPED_AT + DAY;
const iso = (at: number) => new Date(at).toISOString();

const sources = (
  history: Parameters<typeof s.transactionAfter>[0],
  changes: Partial<EvidenceSources> = {},
): EvidenceSources => ({
  transaction: s.transactionAfter(history),
  events: s.historyOf(history),
  listing: {
    title: 'A painted dragon',
    description: 'Its left horn is repaired.',
    condition: 'Used',
    paintQuality: 'Showcase',
    franchise: 'dungeonsanddragons',
    mainFaction: 'Red',
    subfaction: '',
  },
  photos: 3,
  address: { fullName: 'Ada Buyer', lines: ['Keizersgracht 1', '', '1015 Amsterdam', 'Netherlands'] },
  shipment: { carrier: 'PostNL', trackingCode: '3SABC' },
  statements: [{ part: 'buyer', text: 'It never came', at: iso(AT) }],
  messages: [{ part: 'buyer', text: 'It arrived, thank you', at: iso(AT) }],
  proof: { revision: 4, hash: 'f'.repeat(64) },
  ...changes,
});

describe('the draft of an evidence pack', () => {
  const draft = evidenceDraft(sources(s.shipped));
  test('names the buyer, the address and the parcel', () => {
    expect(draft).toMatchObject({
      customerName: 'Ada Buyer',
      shippingAddress: 'Keizersgracht 1\n1015 Amsterdam\nNetherlands',
      shippingCarrier: 'PostNL',
      shippingTrackingNumber: '3SABC',
      shippingDate: iso(s.SHIPPED_AT).slice(0, 10),
    });
  });
  test('describes the item as it was sold', () => {
    expect(draft.productDescription).toContain('A painted dragon');
    expect(draft.productDescription).toContain('Its left horn is repaired.');
    expect(draft.productDescription).toContain('with 3 photos');
    expect(draft.productDescription).toContain('Dungeons & Dragons, Red. Condition: Used.');
  });
  test('has the receipt, the proof, the statements and the messages', () => {
    for (const part of ['RECEIPT', 'Price: €80.00', 'Delivery: €5.00', 'Paid: €89.75', 'PROOF', 'f'.repeat(64)])
      expect(draft.uncategorizedText).toContain(part);
    expect(draft.uncategorizedText).toContain('buyer: It never came');
    expect(draft.uncategorizedText).toContain('buyer: It arrived, thank you');
  });
  test('has the terms of the sale by their version, and its events without our internal ones', () => {
    const [version] = s.transactionAfter(s.shipped).policyVersion.split('/', 1);
    expect(draft.refundPolicyDisclosure).toContain(`our terms, version ${version}:`);
    expect(draft.accessActivityLog).toContain('UTC: Payment received');
    const chargedBack = [
      ...s.shipped,
      s.chargeback('opened', AT),
      s.command('SubmitEvidencePack', s.staff, AT + DAY, { chargebackId: 'cb-1', pack: { customerName: 'Ada' } }),
    ];
    const { accessActivityLog } = evidenceDraft(sources(chargedBack));
    expect(accessActivityLog).toContain('Chargeback opened');
    expect(accessActivityLog).not.toContain('Evidence submitted');
  });
  test('says only what happened', () => {
    expect(draft.refundRefusalExplanation).toContain('The seller shipped the item on');
    expect(draft.refundRefusalExplanation).toContain('The buyer opened no dispute with us.');
    expect(draft.refundRefusalExplanation).not.toContain('confirmed the delivery');
    const decided = evidenceDraft(sources([...s.underReview, s.decide(2_000)])).refundRefusalExplanation;
    expect(decided).toContain('A dispute was opened with us');
    expect(decided).toContain('€20.00 to the buyer');
    expect(decided).not.toContain('opened no dispute');
    const delivered = evidenceDraft(sources(s.completed)).refundRefusalExplanation;
    expect(delivered?.includes('confirmed the delivery')).toBe(s.transactionAfter(s.completed).deliveredAt !== null);
  });
  test('leaves out what the reader may not see, and what is unknown', () => {
    const hidden = evidenceDraft(
      sources(s.paid, {
        address: null,
        shipment: { carrier: null, trackingCode: null },
        listing: null,
        statements: [],
        messages: [],
      }),
    );
    for (const field of ['customerName', 'shippingAddress', 'shippingCarrier', 'shippingDate', 'productDescription'])
      expect(hidden).not.toHaveProperty(field);
    for (const part of ['STATEMENTS', 'MESSAGES']) expect(hidden.uncategorizedText).not.toContain(part);
  });
  test('fits the lengths, with the newest messages', () => {
    const messages = Array.from({ length: 400 }, (_, n) => ({
      part: 'buyer',
      text: `message ${n} ${'x'.repeat(80)}`,
      at: iso(AT),
    }));
    const long = evidenceDraft(sources(s.shipped, { messages, photos: 1 }));
    for (const [field, text] of Object.entries(long))
      expect(text.length).toBeLessThanOrEqual(EVIDENCE_LENGTHS[field as EvidenceField]);
    expect(long.uncategorizedText).toContain('message 399');
    expect(long.uncategorizedText).not.toContain('message 0 ');
    expect(long.uncategorizedText).toMatch(/\(\d+ earlier left out\)/);
    expect(long.productDescription).toContain('with 1 photo:');
  });
});
