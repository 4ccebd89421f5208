import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type Sold, sales } from '../sale.ts';
import { watchList } from '../watching.ts';

/** Evidence for the bank and ends by hand, over real HTTP. */
const market = useMarketplace();
const { becomes, photographed, shipped } = sales(market);
let buyer: Member;
let seller: Member;
let clerk: Member;
let colleague: Member;
let auditor: Member;
beforeAll(async () => {
  [buyer, seller, clerk, colleague, auditor] = await Promise.all([
    market().member('cbuyer'),
    market().seller('cseller'),
    market().staff('cclerk'),
    market().staff('ccolleague'),
    market().member('cauditor'),
  ]);
  await market().grant(auditor, 'auditor');
});
const { post, facts: events, wait, queued } = watchList(market, () => ({ buyer, seller, clerk, colleague }));

const EVIDENCE = 'chargeback/evidence';
const CLAIM = { category: 'DAMAGED', claim: 20, text: 'A broken wing' };
const charged = async (price?: string, amount = 5_825): Promise<{ sold: Sold; chargebackId: string }> => {
  const sold = await shipped(buyer, seller, price);
  const chargebackId = await market().marketplace.provider.controls.chargeback(sold.id, amount, 'opened');
  await market().settle();
  await queued(sold, 'chargeback');
  return { sold, chargebackId };
};
const fileOf = async ({ id }: Sold, by = clerk) => (await by.get(`staff/cases/${id}`)).body;
const claimOf = async (sold: Sold) => (await fileOf(sold)).chargebacks[0];
const draftOf = ({ id }: Sold, chargebackId: string, by = clerk) =>
  by.get(`staff/cases/${id}/evidence/${chargebackId}`);

test('staff read the bank’s reason and due date, correct the drafted evidence and submit it once', async () => {
  const { sold, chargebackId } = await charged();
  const claim = await claimOf(sold);
  expect(claim).toMatchObject({ stands: 'open', amount: 58.25, reason: 'product_not_received', takesEvidence: true });
  expect(Date.parse(claim.respondBy) - Date.parse(claim.openedAt)).toBeGreaterThan(6 * DAY);

  const { pack } = succeeded(await draftOf(sold, chargebackId), 'draft');
  expect(pack).toMatchObject({ shippingTrackingNumber: '3STEST', customerName: expect.any(String) });
  expect(pack.productDescription).toContain('A painted dragon');
  expect(pack.uncategorizedText).toContain('Paid: €58.25');
  expect((await draftOf(sold, 'cb_other')).body.code).toBe('chargebackNotOpen');
  for (const party of [buyer, seller]) expect((await draftOf(sold, chargebackId, party)).status).toBe(403);
  // an auditor may read the case, but not the address
  const masked = succeeded(await draftOf(sold, chargebackId, auditor), 'an auditor’s draft');
  expect(masked.pack).not.toHaveProperty('shippingAddress');

  const corrected = { chargebackId, pack: { ...pack, uncategorizedText: 'Only the receipt' } };
  for (const [by, status] of [
    [buyer, 403],
    [auditor, 403],
  ] as const)
    expect((await by.post(`transaction/${sold.id}/${EVIDENCE}`, { ...corrected, basedOn: 1 })).status).toBe(status);
  expect(await post(clerk, sold, EVIDENCE, { chargebackId, pack: {} })).toMatchObject({ status: 400 });
  expect((await post(clerk, sold, EVIDENCE, { chargebackId, pack: { customerName: 'x'.repeat(501) } })).status).toBe(
    400,
  );
  succeeded(await post(clerk, sold, EVIDENCE, corrected), 'submitting');
  await eventually(async () => (await claimOf(sold)).pack?.state === 'delivered');
  expect(await claimOf(sold)).toMatchObject({ takesEvidence: false, pack: { by: { _id: clerk.id } } });
  expect((await post(colleague, sold, EVIDENCE, corrected)).body.code).toBe('evidencePackSent');
  expect((await events(sold)).filter((type: string) => type === 'EvidencePackSubmitted')).toHaveLength(1);

  // the texts are encrypted, and the parties see who sent them
  const { rows } = await market().marketplace.db.raw('SELECT * FROM events WHERE stream = ?', [
    `transaction-${sold.id}`,
  ]);
  expect(JSON.stringify(rows)).not.toContain('Only the receipt');
  for (const party of [buyer, seller])
    await eventually(async () => JSON.stringify((await party.get('user/disclosures')).body).includes('bankEvidence'));

  await market().marketplace.provider.controls.chargeback(sold.id, 5_825, 'won', chargebackId);
  await market().settle();
  await eventually(async () => (await claimOf(sold)).stands === 'won');
});

test('staff choose which photos of the case go along, and an erased one is refused by name', async () => {
  const { sold, chargebackId } = await charged();
  const evidence = await photographed(buyer, sold);
  succeeded(await buyer.post(`transaction/${sold.id}/dispute`, { ...CLAIM, evidence }), 'claim');
  const { photos } = succeeded(await draftOf(sold, chargebackId), 'draft');
  expect(photos.map(({ name, place }: { name: string; place: null }) => [name, place])).toEqual([
    ['sold-1', null],
    ['buyer-1', null],
  ]);
  for (const { thumbnailUrl, url } of photos)
    for (const link of [thumbnailUrl, url]) {
      const found = await fetch(new URL(link, market().url));
      expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  // an auditor submits nothing, so there is nothing to choose
  expect((await draftOf(sold, chargebackId, auditor)).body.photos).toEqual([]);

  const chosen = [
    { place: 'otherDocument', name: 'sold-1' },
    { place: 'customerCommunication', name: 'buyer-1' },
  ];
  const send = (photos: unknown) => post(clerk, sold, EVIDENCE, { chargebackId, pack: {}, photos });
  for (const wrong of [
    [{ place: 'elsewhere', name: 'sold-1' }],
    [{ place: 'receipt', name: '../x' }],
    [chosen[0], { ...chosen[0], place: 'receipt' }],
    Array.from({ length: 13 }, (_, index) => ({ place: 'receipt', name: `sold-${index}` })),
  ]) {
    const refused = await send(wrong);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)[0]).toMatch(/^photos/);
  }
  const foreign = await send([{ place: 'receipt', name: 'seller-7' }]);
  expect([foreign.status, foreign.body.code, Object.keys(foreign.body.errors)]).toEqual([
    409,
    'bankPhotoMissing',
    ['photos'],
  ]);
  const [key = ''] = evidence;
  const stored = path.join(market().dataDir, 'files/descriptions', `${key}.json`);
  renameSync(stored, `${stored}.erased`);
  const gone = await send(chosen);
  expect([gone.status, gone.body.message]).toEqual([
    409,
    'The photo “buyer-1” is not available: it was erased, removed or changed. Please leave it out.',
  ]);
  expect((await events(sold)).includes('EvidencePackSubmitted')).toBe(false);

  renameSync(`${stored}.erased`, stored);
  succeeded(await send(chosen), 'submitting');
  await eventually(async () => (await claimOf(sold)).pack?.state === 'delivered');
  expect(await claimOf(sold)).toMatchObject({ pack: { photos: 2, characters: 0 } });
  const [row] = await market().marketplace.db('simulated_provider.chargebacks').where({ id: chargebackId });
  expect(row.evidence_bytes).toBeGreaterThan(500);
});

test('the receipt is made from the history, read by staff, and sent only as it was read', async () => {
  const { sold, chargebackId } = await charged();
  const { receipt } = succeeded(await draftOf(sold, chargebackId), 'draft');
  const rows = Object.fromEntries(
    receipt.rows.map(({ label, text }: { label: string; text: string }) => [label, text]),
  );
  expect(rows).toMatchObject({ Item: 'A painted dragon', Total: '€58.25', Shipped: expect.stringContaining('3STEST') });
  const pdf = Buffer.from(receipt.pdf, 'base64');
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.4');
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(receipt.sha256);
  // an auditor does not read the address, and submits nothing
  expect((await draftOf(sold, chargebackId, auditor)).body.receipt).toBeNull();

  const { name, sha256 } = receipt;
  const send = (chosen: unknown) => post(clerk, sold, EVIDENCE, { chargebackId, pack: {}, receipt: chosen });
  for (const wrong of [{ name, sha256: 'x' }, { name: 'sold-1', sha256 }, { name }, 'receipt']) {
    const refused = await send(wrong);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)[0]).toMatch(/^receipt/);
  }
  const other = await send({ name, sha256: '0'.repeat(64) });
  expect([other.status, other.body.code, Object.keys(other.body.errors)]).toEqual([
    409,
    'bankReceiptChanged',
    ['receipt'],
  ]);
  expect((await events(sold)).includes('EvidencePackSubmitted')).toBe(false);

  succeeded(await send({ name, sha256 }), 'submitting');
  await eventually(async () => (await claimOf(sold)).pack?.state === 'delivered');
  expect(await claimOf(sold)).toMatchObject({ pack: { photos: 0, receipt: true, characters: 0 } });
  const [row] = await market().marketplace.db('simulated_provider.chargebacks').where({ id: chargebackId });
  expect(row.evidence_bytes).toBeGreaterThanOrEqual(pdf.length);
});

test('evidence is refused after the bank’s due date', async () => {
  const { sold, chargebackId } = await charged();
  await wait(8 * DAY);
  expect(await claimOf(sold)).toMatchObject({ stands: 'open', takesEvidence: false });
  const late = await post(clerk, sold, EVIDENCE, { chargebackId, pack: { customerName: 'Ada' } });
  expect([late.status, late.body.code]).toEqual([409, 'evidenceNotTaken']);
});

test('another person confirms the end of a chargeback above €500', async () => {
  const { sold, chargebackId } = await charged('600.00', 63_575);
  const ending = { chargebackId, outcome: 'lost', rationale: 'The bank said so on the telephone' };
  const proposed = await post(clerk, sold, 'chargeback/end', ending);
  expect([proposed.status, proposed.body.message]).toEqual([
    200,
    'End of the chargeback proposed. A second member of staff must confirm it.',
  ]);
  await queued(sold, 'confirmation');
  const { pendingEnd } = await claimOf(sold);
  expect(pendingEnd).toMatchObject({ outcome: 'lost', rationale: ending.rationale, proposedBy: { _id: clerk.id } });
  const { endId } = pendingEnd;
  expect((await post(clerk, sold, 'chargeback/end', ending)).body.code).toBe('chargebackEndProposed');
  expect((await post(clerk, sold, 'chargeback/end/confirm', { chargebackId, endId })).body.code).toBe('ownDecision');
  expect((await post(colleague, sold, 'chargeback/end/reject', { chargebackId, endId, reason: ' ' })).status).toBe(400);
  succeeded(await post(colleague, sold, 'chargeback/end/confirm', { chargebackId, endId }), 'confirming');
  await becomes(buyer, sold, 'REFUNDED');
  expect(await claimOf(sold)).toMatchObject({ stands: 'lost', pendingEnd: null });
});

test('another person answers the end of a chargeback with the other outcome, which the first one confirms', async () => {
  const { sold, chargebackId } = await charged('600.00', 63_575);
  const ending = { chargebackId, outcome: 'lost', rationale: 'The bank said so on the telephone' };
  succeeded(await post(clerk, sold, 'chargeback/end', ending), 'proposing');
  const { endId } = (await claimOf(sold)).pendingEnd;
  const words = { chargebackId, endId, reason: 'That was another sale', rationale: 'Their letter says that we won' };
  const counter = (by: Member, changed: object = {}) =>
    post(by, sold, 'chargeback/end/counter', { ...words, ...changed });
  expect((await counter(clerk)).body.code).toBe('ownDecision');
  for (const party of [buyer, seller]) expect((await counter(party)).status).toBe(403);
  for (const field of ['reason', 'rationale', 'endId', 'chargebackId']) {
    const refused = await counter(colleague, { [field]: '' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
  }
  expect((await counter(colleague, { endId: 'another' })).body.code).toBe('decisionChanged');
  expect((await claimOf(sold)).pendingEnd.endId).toBe(endId);

  const answered = await counter(colleague);
  expect([answered.status, answered.body.message]).toEqual([
    200,
    'End of the chargeback proposed. A second member of staff must confirm it.',
  ]);
  const { pendingEnd } = await claimOf(sold);
  expect(pendingEnd).toMatchObject({
    outcome: 'won',
    rationale: 'Their letter says that we won',
    proposedBy: { _id: colleague.id },
  });
  const confirm = (by: Member) => post(by, sold, 'chargeback/end/confirm', { chargebackId, endId: pendingEnd.endId });
  expect((await confirm(colleague)).body.code).toBe('ownDecision');
  succeeded(await confirm(clerk), 'confirming');
  expect(await claimOf(sold)).toMatchObject({ stands: 'won', pendingEnd: null });
});
