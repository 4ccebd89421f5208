import Stripe from 'stripe';
import type { Clock } from '#application/ports/clock.ts';
import {
  type EvidenceDocument,
  type EvidenceSubmission,
  ProviderMisconfigured,
  ProviderRefused,
} from '#application/ports/payments.ts';
import type { EvidenceField, EvidencePack, EvidencePlace } from '#domain/transactions/evidencePack.ts';
import { callStripe, codeOf, known } from './calls.ts';
import type { Keys } from './keys.ts';

const NAMES: Readonly<Record<EvidenceField, keyof Stripe.DisputeUpdateParams.Evidence>> = {
  customerName: 'customer_name',
  shippingAddress: 'shipping_address',
  shippingCarrier: 'shipping_carrier',
  shippingTrackingNumber: 'shipping_tracking_number',
  shippingDate: 'shipping_date',
  productDescription: 'product_description',
  accessActivityLog: 'access_activity_log',
  refundPolicyDisclosure: 'refund_policy_disclosure',
  refundRefusalExplanation: 'refund_refusal_explanation',
  uncategorizedText: 'uncategorized_text',
};

const FILES: Readonly<Record<EvidencePlace, keyof Stripe.DisputeUpdateParams.Evidence>> = {
  receipt: 'receipt',
  shippingDocumentation: 'shipping_documentation',
  customerCommunication: 'customer_communication',
  otherDocument: 'uncategorized_file',
};
const EXTENSIONS = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as const;

const asParameters = (pack: EvidencePack): Stripe.DisputeUpdateParams.Evidence =>
  Object.fromEntries(Object.entries(pack).map(([field, text]) => [NAMES[field as EvidenceField], text]));

const PURPOSE = 'dispute_evidence';

const isSubmitted = ({ evidence_details: { submission_count: count } }: Stripe.Dispute): boolean => count > 0;
const isOurs = ({ metadata }: Stripe.Dispute, key: string): boolean => metadata.evidencePack === key;

/** Why Stripe would not pass on any evidence. Undefined if it would. */
const refusalOf = (dispute: Stripe.Dispute): string | undefined => {
  if (isSubmitted(dispute)) return 'evidence_already_submitted';
  return dispute.status === 'needs_response' ? undefined : 'dispute_takes_no_evidence';
};

/** Errors about the texts or files, or about too many pages, come again however often the call is tried. */
const refusal = (error: InstanceType<typeof Stripe.errors.StripeError>): ProviderRefused | undefined =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code !== 'parameter_unknown' &&
  (error.code?.startsWith('dispute_') || /^(evidence(\[|$)|file$)/.test(error.param ?? ''))
    ? new ProviderRefused(codeOf(error))
    : undefined;

type Options = { stripe: Stripe; keys: Keys; clock: Clock };

export const openEvidence = ({ stripe, keys, clock }: Options) => {
  const readIf = async (id: string, is: (dispute: Stripe.Dispute) => boolean) => {
    const dispute = await stripe.disputes.retrieve(id);
    return is(dispute) ? dispute : undefined;
  };

  /** Files carry no metadata, so an earlier upload is found by its name. */
  const uploaded = async (name: string, since: number): Promise<Stripe.File | undefined> => {
    const created = { gte: Math.floor(since / 1_000) };
    for await (const file of stripe.files.list({ purpose: PURPOSE, created, limit: 100 }))
      if (file.filename === name) return file;
    return undefined;
  };

  const upload = async (key: string, { place, content, type }: EvidenceDocument): Promise<string> => {
    const name = `${key}-${FILES[place]}.${EXTENSIONS[type]}`;
    const { id } = await keys.once(`${key}-${FILES[place]}`, {
      find: (since) => uploaded(name, since),
      make: (idempotencyKey) =>
        stripe.files.create({ purpose: PURPOSE, file: { data: content, name, type } }, { idempotencyKey }),
    });
    return id;
  };

  const stage = async (id: string, key: string, { pack, documents }: EvidenceSubmission) => {
    const evidence = asParameters(pack);
    for (const document of documents) Object.assign(evidence, { [FILES[document.place]]: await upload(key, document) });
    await keys.once(`${key}-stage`, {
      find: () => readIf(id, (dispute) => isOurs(dispute, key)),
      make: (idempotencyKey) =>
        stripe.disputes.update(id, { evidence, metadata: { evidencePack: key }, submit: false }, { idempotencyKey }),
    });
  };

  const send = async (before: Stripe.Dispute, key: string, submission: EvidenceSubmission) => {
    const { id } = before;
    if (!isOurs(before, key)) await stage(id, key, submission);
    await keys.once(`${key}-submit`, {
      find: () => readIf(id, (dispute) => isSubmitted(dispute) && isOurs(dispute, key)),
      make: (idempotencyKey) => stripe.disputes.update(id, { submit: true }, { idempotencyKey }),
    });
  };

  /** An error without a code of its own may mean that the bank's last day has passed. */
  const explained = async (error: unknown, id: string): Promise<unknown> => {
    if (!(error instanceof ProviderMisconfigured)) return error;
    const dispute = await callStripe(() => stripe.disputes.retrieve(id));
    const due = dispute.evidence_details.due_by;
    const refused = due && clock.now() > due * 1_000 ? 'evidence_past_due' : refusalOf(dispute);
    return refused === undefined ? error : new ProviderRefused(refused);
  };

  return {
    /**
     * Its documents are uploaded, then it is staged under the name of the pack, then submitted. After a crash the next
     * call finds what was uploaded, staged or submitted.
     */
    submit: async (submission: EvidenceSubmission): Promise<void> => {
      const { chargebackId: id, attempt } = submission;
      const key = `evidence-${id}-${attempt}`;
      const before = await known(() => stripe.disputes.retrieve(id));
      if (!before) throw new ProviderRefused('resource_missing');
      if (isSubmitted(before) && isOurs(before, key)) return;
      const refused = refusalOf(before);
      if (refused) throw new ProviderRefused(refused);
      try {
        await callStripe(() => send(before, key, submission), refusal);
      } catch (error) {
        throw await explained(error, id);
      }
    },
  };
};
