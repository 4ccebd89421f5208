import { beforeEach, describe, expect, test } from 'vitest';
import { EVIDENCE_PACKS } from '#application/transactions/policies/evidencePacks.ts';
import { DAY } from '#domain/shared/instants.ts';
import { fact, paid, people, TOTAL } from '../../policies/scenes.ts';
import { BUYER, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const CHARGEBACK = 'cb_1';
const STAFF = { id: 'e'.repeat(32), role: 'staff' } as const;
const PACK = { shippingTrackingNumber: '3SABC', uncategorizedText: 'The buyer wrote: it arrived.' };

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await paid(stage);
  await stage.told(fact(stage, { kind: 'chargeback.opened', chargebackId: CHARGEBACK, amount: TOTAL }));
  await stage.settle();
});

const submit = (pack: object = PACK) =>
  stage.sale({ type: 'SubmitEvidencePack', chargebackId: CHARGEBACK, pack }, STAFF);
const stands = async () => (await stage.saleState()).chargebacks[CHARGEBACK]?.pack;
const DELIVERED = [{ chargebackId: CHARGEBACK, attempt: 1, pack: PACK, documents: [] }];

describe('an evidence pack', () => {
  test('is delivered to the provider once, and the answer is recorded', async () => {
    await submit();
    await stage.settle();
    expect(stage.payments.evidence).toEqual(DELIVERED);
    expect(await stands()).toEqual({ attempt: 1, stands: 'delivered' });
  });

  test('is delivered once after a crash between event and call, and after one between call and answer', async () => {
    await stage.stop();
    await submit();
    expect(stage.payments.evidence).toEqual([]);
    await stage.start();
    await stage.settle();
    await stage.stop();
    stage.forgetPlaces();
    stage.jobs.lose();
    await stage.start();
    await stage.settle();
    expect(stage.payments.evidence).toEqual(DELIVERED);
    expect(await stands()).toEqual({ attempt: 1, stands: 'delivered' });
  });

  test('waits for a provider that is down', async () => {
    stage.payments.down = true;
    await submit();
    await stage.settle();
    expect(await stands()).toEqual({ attempt: 1, stands: 'submitted' });
    stage.payments.down = false;
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(stage.payments.evidence).toEqual(DELIVERED);
    expect(await stands()).toEqual({ attempt: 1, stands: 'delivered' });
  });

  test('is sent again by the daily question about the chargeback if its job was lost', async () => {
    stage.payments.down = true;
    await submit();
    await stage.settle();
    stage.jobs.lose();
    stage.payments.down = false;
    stage.payments.chargebackStates.set(CHARGEBACK, { state: 'open', amount: TOTAL });
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(await stands()).toEqual({ attempt: 1, stands: 'delivered' });
    expect(stage.payments.evidence).toEqual(DELIVERED);
  });

  test('that the provider refuses can be corrected', async () => {
    stage.payments.evidenceRefused = 'dispute_evidence_page_limit_exceeded';
    await submit();
    await stage.settle();
    expect(await stands()).toEqual({ attempt: 1, stands: 'refused' });
    stage.payments.evidenceRefused = null;
    const shorter = { shippingTrackingNumber: '3SABC' };
    await submit(shorter);
    await stage.settle();
    expect(stage.payments.evidence).toEqual([{ chargebackId: CHARGEBACK, attempt: 2, pack: shorter, documents: [] }]);
    expect(await stands()).toEqual({ attempt: 2, stands: 'delivered' });
  });

  test('is written once into the access logs of both parties: who sent it, and which texts', async () => {
    await submit();
    await stage.settle();
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await stage.settle();
    for (const account of [BUYER, SELLER]) {
      const log = await stage.eventsOf(`disclosure-${account}`);
      expect(log.map(({ data }) => data)).toMatchObject([
        {
          openedBy: STAFF.id,
          role: 'staff',
          event: 'EvidencePackSubmitted',
          fields: ['bankEvidence', 'shippingTrackingNumber', 'uncategorizedText'],
          purpose: 'dispute',
        },
      ]);
    }
  });

  test('is encrypted in its event, and its job has no personal text', async () => {
    stage.payments.down = true;
    await submit();
    await stage.settle();
    const job = { saleId: TRANSACTION, chargebackId: CHARGEBACK, attempt: 1 };
    expect(stage.jobs.known(EVIDENCE_PACKS)).toMatchObject([{ data: job }]);
    const stored = JSON.stringify([await stage.store.readAll({ limit: 100_000 }), stage.jobs.known(EVIDENCE_PACKS)]);
    for (const text of Object.values(PACK)) expect(stored).not.toContain(text);
  });
});
