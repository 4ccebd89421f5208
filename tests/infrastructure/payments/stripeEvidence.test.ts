import { describe, expect, test, vi } from 'vitest';
import {
  type EvidenceDocument,
  ProviderMisconfigured,
  ProviderRefused,
  ProviderUnavailable,
} from '#application/ports/payments.ts';
import { providerTimeout } from '#application/shared/providerTimeout.ts';
import { EVIDENCE_FIELDS } from '#domain/transactions/evidencePack.ts';
import { useStripe } from './stripeAtPeer.ts';

const stripe = useStripe();
const UPDATE = 'POST /v1/disputes/:id';
const PACK = { shippingTrackingNumber: '3SABC', productDescription: 'A painted dragon' };

const disputed = async () => {
  const { paymentId } = await stripe.paid();
  return stripe.peer.dispute(paymentId, 6_325);
};
const submit = (chargebackId: string, attempt = 1, pack: object = PACK, documents: readonly EvidenceDocument[] = []) =>
  stripe.payments.submitEvidence({ chargebackId, attempt, pack, documents });
const made = (id: string) => stripe.peer.made(UPDATE).filter(({ key }) => key?.includes(id));
const submissions = (id: string) =>
  (stripe.peer.find(id).evidence_details as { submission_count: number }).submission_count;

describe('the opening of a dispute', () => {
  test('reports the bank’s reason and its last day for evidence', async () => {
    const id = await disputed();
    const { due_by } = stripe.peer.find(id).evidence_details as { due_by: number };
    const asked = { reason: 'product_not_received', respondBy: due_by * 1_000 };
    expect((await stripe.facts())[0]).toMatchObject({ kind: 'chargeback.opened', chargebackId: id, ...asked });
    expect(await stripe.payments.askChargeback(id)).toEqual({ state: 'open', amount: 6_325, ...asked });
  });
  test('says when the bank takes no evidence', async () => {
    const id = await disputed();
    stripe.peer.change(id, { evidence_details: { due_by: 0, submission_count: 0 } });
    expect(await stripe.payments.askChargeback(id)).toMatchObject({ respondBy: null });
  });
});

describe('evidence', () => {
  test('is staged under the name of its pack, then submitted, each with its own key', async () => {
    const id = await disputed();
    await submit(id);
    expect(made(id).map(({ key, sent }) => [key, sent])).toEqual([
      [
        `evidence-${id}-1-stage`,
        {
          'evidence[shipping_tracking_number]': '3SABC',
          'evidence[product_description]': 'A painted dragon',
          'metadata[evidencePack]': `evidence-${id}-1`,
          submit: 'false',
        },
      ],
      [`evidence-${id}-1-submit`, { submit: 'true' }],
    ]);
    expect(stripe.peer.find(id)).toMatchObject({
      status: 'under_review',
      evidence: { shipping_tracking_number: '3SABC', product_description: 'A painted dragon' },
    });
  });

  test('may hold every field', async () => {
    const id = await disputed();
    await submit(id, 1, Object.fromEntries(EVIDENCE_FIELDS.map((field) => [field, `text of ${field}`])));
    expect(Object.keys(stripe.peer.find(id).evidence as object)).toHaveLength(EVIDENCE_FIELDS.length);
  });

  test.each([
    ['staging was lost', 'lostRequest', 0],
    ['the answer to staging was lost', 'lostAnswer', 0],
    ['staging failed at Stripe', 'failed', 0],
    ['staging took effect and failed', 'failedAfterwards', 0],
    ['submitting was lost', 'lostRequest', 1],
    ['the answer to submitting was lost', 'lostAnswer', 1],
    ['submitting failed at Stripe', 'failed', 1],
    ['submitting took effect and failed', 'failedAfterwards', 1],
  ] as const)('is submitted once when %s', async (_, fault, at) => {
    const id = await disputed();
    const fail = () => {
      for (let time = 0; time < 3; time++) stripe.peer.nextOf(UPDATE, fault);
    };
    if (at === 0) fail();
    else stripe.peer.beforeNext(UPDATE, fail);
    await submit(id).catch((error: unknown) => expect(error).toBeInstanceOf(ProviderUnavailable));
    await submit(id);
    await submit(id);
    expect(submissions(id)).toBe(1);
    expect(stripe.peer.find(id).evidence).toEqual({
      shipping_tracking_number: '3SABC',
      product_description: 'A painted dragon',
    });
  });

  test('is submitted once when Stripe answers too late, and days later without the keys', async () => {
    const id = await disputed();
    stripe.peer.nextOf(UPDATE, 'keptBack');
    await expect(providerTimeout(200)(() => submit(id))).rejects.toThrow(ProviderUnavailable);
    await vi.waitFor(() => expect(made(id)).toHaveLength(1));
    await submit(id);
    stripe.peer.release();
    stripe.peer.forgetKeys();
    await submit(id);
    expect(submissions(id)).toBe(1);
    expect(new Set(made(id).map(({ key }) => key))).toEqual(
      new Set([`evidence-${id}-1-stage`, `evidence-${id}-1-submit`]),
    );
  });

  test('is refused after somebody submitted other evidence', async () => {
    const id = await disputed();
    await stripe.stripeItself().disputes.update(id, { evidence: { uncategorized_text: 'from the dashboard' } });
    const error = await submit(id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(error).toMatchObject({ message: 'evidence_already_submitted' });
    expect(stripe.peer.find(id).evidence).toEqual({ uncategorized_text: 'from the dashboard' });
  });

  test('is refused after the last day, and once the bank has decided', async () => {
    const late = await disputed();
    stripe.peer.change(late, { evidence_details: { due_by: 1, submission_count: 0 } });
    await expect(submit(late)).rejects.toThrow(new ProviderRefused('evidence_past_due'));
    expect(submissions(late)).toBe(0);
    const lost = await disputed();
    stripe.peer.closeDispute(lost, 'lost');
    await expect(submit(lost)).rejects.toThrow(new ProviderRefused('dispute_takes_no_evidence'));
    await expect(submit('dp_unknown')).rejects.toThrow(new ProviderRefused('resource_missing'));
  });

  test('is refused for its length, and a shorter one follows', async () => {
    const id = await disputed();
    await expect(submit(id, 1, { uncategorizedText: 'x'.repeat(20_001) })).rejects.toBeInstanceOf(ProviderRefused);
    stripe.peer.refuse(UPDATE, 'dispute_evidence_page_limit_exceeded');
    await expect(submit(id, 2)).rejects.toThrow(new ProviderRefused('dispute_evidence_page_limit_exceeded'));
    await submit(id, 3);
    expect(submissions(id)).toBe(1);
  });

  test('waits while Stripe rejects our settings', async () => {
    const id = await disputed();
    stripe.peer.nextOf(UPDATE, 'settingMissing');
    await expect(submit(id)).rejects.toBeInstanceOf(ProviderMisconfigured);
    await submit(id);
    expect(submissions(id)).toBe(1);
  });
});

describe('documents', () => {
  const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2_000, 7)]);
  const PDF = Buffer.from('%PDF-1.4 two photos');
  const DOCUMENTS: readonly EvidenceDocument[] = [
    { place: 'customerCommunication', content: PDF, type: 'application/pdf' },
    { place: 'otherDocument', content: JPEG, type: 'image/jpeg' },
  ];
  const FILES = 'POST /v1/files';
  const uploads = (id: string) => stripe.peer.made(FILES).filter(({ key }) => key?.includes(id));
  const filesIn = (id: string) => {
    const { customer_communication: talk, uncategorized_file: other } = stripe.peer.find(id).evidence as Record<
      string,
      string
    >;
    return [talk, other].map((file) => (file === undefined ? undefined : stripe.peer.find(file)));
  };
  const kept = () => stripe.peer.of('file').length;

  test('are uploaded each with its own key, then named in their place of the staged evidence', async () => {
    const id = await disputed();
    await submit(id, 1, PACK, DOCUMENTS);
    expect(uploads(id).map(({ key }) => key)).toEqual([
      `evidence-${id}-1-customer_communication`,
      `evidence-${id}-1-uncategorized_file`,
    ]);
    expect(filesIn(id)).toMatchObject([
      { filename: `evidence-${id}-1-customer_communication.pdf`, type: 'pdf', size: PDF.length },
      { filename: `evidence-${id}-1-uncategorized_file.jpg`, type: 'jpg', size: JPEG.length },
    ]);
    expect(stripe.peer.find(id)).toMatchObject({
      status: 'under_review',
      evidence: { product_description: 'A painted dragon' },
    });
  });

  test.each([
    ['was lost', 'lostRequest'],
    ['took effect, but its answer was lost', 'lostAnswer'],
    ['failed at Stripe', 'failed'],
    ['took effect and failed', 'failedAfterwards'],
    ['came while Stripe was down', 'unavailable'],
  ] as const)('are uploaded once each when an upload %s, and nothing is staged before', async (_, fault) => {
    const id = await disputed();
    const before = kept();
    for (let time = 0; time < 3; time++) stripe.peer.nextOf(FILES, fault);
    const first = await submit(id, 1, PACK, DOCUMENTS).catch((error: unknown) => error);
    if (first !== undefined) {
      expect(first).toBeInstanceOf(ProviderUnavailable);
      expect(made(id)).toEqual([]);
    }
    await submit(id, 1, PACK, DOCUMENTS);
    await submit(id, 1, PACK, DOCUMENTS);
    expect([submissions(id), kept() - before]).toEqual([1, 2]);
    expect(filesIn(id)).toMatchObject([{ type: 'pdf' }, { type: 'jpg' }]);
  });

  test('are not uploaded again after the crash of the process that had staged them', async () => {
    const id = await disputed();
    stripe.peer.beforeNext(UPDATE, () => {
      for (let time = 0; time < 3; time++) stripe.peer.nextOf(UPDATE, 'lostRequest');
    });
    await expect(submit(id, 1, PACK, DOCUMENTS)).rejects.toBeInstanceOf(ProviderUnavailable);
    stripe.peer.forgetKeys();
    await submit(id, 1, PACK, DOCUMENTS);
    expect([submissions(id), uploads(id).length]).toEqual([1, 2]);
  });

  test.each([
    ['of another type', Buffer.from('RIFF....WEBP')],
    ['over 5 MB', Buffer.concat([JPEG, Buffer.alloc(5 * 1024 * 1024)])],
  ])('%s are refused, and nothing is staged', async (_, content) => {
    const id = await disputed();
    await expect(submit(id, 1, PACK, [{ place: 'receipt', content, type: 'image/jpeg' }])).rejects.toBeInstanceOf(
      ProviderRefused,
    );
    expect(made(id)).toEqual([]);
    await submit(id, 2, PACK, DOCUMENTS);
    expect(submissions(id)).toBe(1);
  });

  test('over 5 MB together are refused', async () => {
    const id = await disputed();
    const half = Buffer.concat([JPEG, Buffer.alloc(3 * 1024 * 1024)]);
    const documents = (['receipt', 'otherDocument'] as const).map((place) => ({
      place,
      content: half,
      type: 'image/jpeg' as const,
    }));
    await expect(submit(id, 1, PACK, documents)).rejects.toBeInstanceOf(ProviderRefused);
    expect(submissions(id)).toBe(0);
  });
});
