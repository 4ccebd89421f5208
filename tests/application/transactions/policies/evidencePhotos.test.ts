import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { casePhotosOf } from '#application/transactions/bankPhotos.ts';
import { DAY } from '#domain/shared/instants.ts';
import { MAX_BANK_BYTES } from '#domain/transactions/evidencePack.ts';
import { memoryBankPhotos } from '#tests/support/bankPhotos.ts';
import { fact, people, shipped, TOTAL } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const CHARGEBACK = 'cb_1';
const STAFF = { id: 'e'.repeat(32), role: 'staff' } as const;

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');
const fileOf = (content: string) => ({
  sha256Uploaded: hashOf(`uploaded ${content}`),
  sha256Stored: hashOf(content),
  sha256Thumbnail: hashOf(`small ${content}`),
  bytes: content.length,
  type: 'image/webp',
});
const evidence = (name: string): string => `evidence/${TRANSACTION}/${name}.webp`;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  const image = (s3Key: string) => ({ s3Key, original: 'original.webp', thumbnail: 'small.webp', width: 3, height: 2 });
  await stage.given(`listing-${LISTING}`, 'ListingPhotosChanged', {
    sellerId: SELLER,
    images: [image('front'), image('old')],
    files: [fileOf('front'), null],
  });
  await shipped(stage);
  const claim = { category: 'DAMAGED', claim: 1_000, text: 'Broken', evidence: [evidence('claim'), evidence('box')] };
  const attached = { files: [fileOf('claim'), fileOf('box')] };
  await stage.sale({ type: 'OpenDispute', ...claim, attached }, stage.buyer);
  const answer = { text: 'It was whole', evidence: [evidence('answer')], attached: { files: [fileOf('answer')] } };
  await stage.sale({ type: 'ContestDispute', ...answer }, stage.seller);
  await stage.told(fact(stage, { kind: 'chargeback.opened', chargebackId: CHARGEBACK, amount: TOTAL }));
  await stage.settle();
  stage.files.set('listings/front/original.webp', Buffer.from('front'));
  for (const name of ['claim', 'box', 'answer']) stage.files.set(evidence(name), Buffer.from(name));
});

const PHOTOS = [
  { place: 'customerCommunication', sha256: hashOf('claim'), name: 'buyer-1' },
  { place: 'customerCommunication', sha256: hashOf('answer'), name: 'seller-1' },
  { place: 'otherDocument', sha256: hashOf('front'), name: 'sold-1' },
] as const;
const submit = () =>
  stage.sale({ type: 'SubmitEvidencePack', chargebackId: CHARGEBACK, pack: {}, photos: [...PHOTOS] }, STAFF);
const stands = async () => (await stage.saleState()).chargebacks[CHARGEBACK]?.pack;
const bankPhotos = () => memoryBankPhotos(stage.repository, stage.files);

test('the photos of a case are those of the listing as sold and of both parties, with a hash of their own', async () => {
  const photos = await casePhotosOf(TRANSACTION, stage);
  expect(photos.map(({ name, sha256 }) => [name, sha256])).toEqual([
    ['sold-1', hashOf('front')],
    ['buyer-1', hashOf('claim')],
    ['buyer-2', hashOf('box')],
    ['seller-1', hashOf('answer')],
  ]);
  expect(photos[1]).toMatchObject({ key: evidence('claim'), thumbnail: evidence('claim-small') });
});

describe('the photos of an evidence pack', () => {
  test('go along as one document per place, named in their order', async () => {
    await submit();
    await stage.settle();
    const [delivered] = stage.payments.evidence;
    expect(delivered?.documents.map(({ place, type, content }) => [place, type, content.toString()])).toEqual([
      ['customerCommunication', 'application/pdf', 'buyer-1: claimseller-1: answer'],
      ['otherDocument', 'image/jpeg', 'sold-1: front'],
    ]);
    expect(await stands()).toEqual({ attempt: 1, stands: 'delivered' });
    for (const account of [BUYER, SELLER])
      expect((await stage.eventsOf(`disclosure-${account}`)).map(({ data }) => data)).toMatchObject([
        { fields: ['bankEvidence', 'evidence'] },
      ]);
  });

  test('leave the pack submitted while the provider is down, and go along later', async () => {
    stage.payments.down = true;
    await submit();
    await stage.settle();
    expect(await stands()).toEqual({ attempt: 1, stands: 'submitted' });
    stage.payments.down = false;
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(stage.payments.evidence[0]?.documents).toHaveLength(2);
  });

  test('are refused as a whole when one was erased after the submission, and another pack follows', async () => {
    stage.payments.down = true;
    await submit();
    await stage.settle();
    stage.files.delete(evidence('answer'));
    stage.payments.down = false;
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(stage.payments.evidence).toEqual([]);
    expect(await stands()).toEqual({ attempt: 1, stands: 'refused' });
    const refused = (await stage.eventsOf(`transaction-${TRANSACTION}`)).findLast(
      ({ type }) => type === 'EvidencePackRefused',
    );
    expect(refused?.data).toMatchObject({ reason: 'bankPhotoMissing' });
    const photos = [PHOTOS[0], PHOTOS[2]];
    await stage.sale({ type: 'SubmitEvidencePack', chargebackId: CHARGEBACK, pack: {}, photos }, STAFF);
    await stage.settle();
    expect(await stands()).toEqual({ attempt: 2, stands: 'delivered' });
  });

  test('are refused by name if one is erased, unknown, or not the one that was submitted', async () => {
    stage.files.delete('listings/front/original.webp');
    expect(await bankPhotos().documents(TRANSACTION, { photos: PHOTOS })).toEqual({
      ok: false,
      error: { code: 'bankPhotoMissing', name: 'sold-1' },
    });
    for (const foreign of [
      { ...PHOTOS[0], name: 'buyer-9' },
      { ...PHOTOS[0], sha256: hashOf('another') },
    ])
      expect(await bankPhotos().documents(TRANSACTION, { photos: [foreign] })).toEqual({
        ok: false,
        error: { code: 'bankPhotoMissing', name: foreign.name },
      });
  });

  test('are refused over the limit of all documents together, with their size', async () => {
    stage.files.set(evidence('claim'), Buffer.alloc(MAX_BANK_BYTES));
    expect(await bankPhotos().documents(TRANSACTION, { photos: PHOTOS })).toMatchObject({
      ok: false,
      error: { code: 'bankPhotosTooLarge', bytes: expect.any(Number) },
    });
  });
});

describe('the receipt of an evidence pack', () => {
  const send = (receipt: object, photos: readonly object[] = []) =>
    stage.sale({ type: 'SubmitEvidencePack', chargebackId: CHARGEBACK, pack: {}, photos: [...photos], receipt }, STAFF);
  const made = async () => {
    const receipt = await bankPhotos().receipt(TRANSACTION);
    if (!receipt) throw new Error('no receipt');
    return { shown: receipt, named: { name: receipt.name, sha256: receipt.sha256 } };
  };

  test('goes along as it was read, before the photos of its place, whatever happened since', async () => {
    const { shown, named } = await made();
    stage.payments.down = true;
    await stage.sale({ type: 'GiveStatement', text: 'Look again', evidence: [] }, stage.buyer);
    await send(named, [{ ...PHOTOS[0], place: 'receipt' }]);
    await stage.settle();
    stage.payments.down = false;
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(stage.payments.evidence[0]?.documents).toEqual([
      {
        place: 'receipt',
        type: 'application/pdf',
        content: Buffer.concat([shown.content, Buffer.from('buyer-1: claim')]),
      },
    ]);
    expect(shown.content.toString()).toContain(`Purchase=${(await stage.saleState()).transactionId}`);
    expect(await stands()).toEqual({ attempt: 1, stands: 'delivered' });
    for (const account of [BUYER, SELLER])
      expect((await stage.eventsOf(`disclosure-${account}`)).map(({ data }) => data)).toMatchObject([
        { fields: ['bankEvidence', 'customerName', 'shippingAddress', 'evidence'] },
      ]);
  });

  test('is refused if it is another one than was read', async () => {
    const { named } = await made();
    for (const wrong of [
      { ...named, sha256: hashOf('another') },
      { ...named, name: 'receipt-999' },
      { ...named, name: 'receipt-0' },
    ])
      expect(await bankPhotos().documents(TRANSACTION, { receipt: wrong })).toEqual({
        ok: false,
        error: { code: 'bankReceiptChanged' },
      });
  });

  test('makes the pack count as refused if it cannot be made again', async () => {
    await send({ name: 'receipt-1', sha256: hashOf('erased since') });
    await stage.settle();
    expect(stage.payments.evidence).toEqual([]);
    const refused = (await stage.eventsOf(`transaction-${TRANSACTION}`)).findLast(
      ({ type }) => type === 'EvidencePackRefused',
    );
    expect(refused?.data).toMatchObject({ reason: 'bankReceiptChanged' });
  });
});
