import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventDefinitions } from '#domain/events.ts';
import { firstVersion, personal, personalMarks } from '#domain/shared/events.ts';

type Json = { [key: string]: unknown; type?: string | string[] };

/** The fields of an event, at any depth, that may hold any text and are not encrypted: `ListingPublished.images[].s3Key`. */
const clearTexts = (schema: z.ZodType, path: string): string[] => {
  const found: string[] = [];
  const walk = (node: Json, at: string): void => {
    if (node.personal === true) return;
    const closed = node.enum !== undefined || node.const !== undefined || node.pattern !== undefined || node.format;
    if ([node.type].flat().includes('string') && !closed) found.push(at);
    for (const [name, field] of Object.entries((node.properties ?? {}) as Record<string, Json>))
      walk(field, `${at}.${name}`);
    for (const branch of (node.anyOf ?? node.oneOf ?? []) as Json[]) walk(branch, at);
    if (node.items) walk(node.items as Json, `${at}[]`);
    // the keys of a record are names that we give
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties as Json, `${at}{}`);
  };
  walk(z.toJSONSchema(schema, { metadata: personalMarks }) as Json, path);
  return found;
};

const inClear = (): string[] =>
  Object.entries(eventDefinitions).flatMap(([type, { schema }]) => clearTexts(schema, type));

/** Whatever stands in clear, by field, and why it may. What a person types into a field of their own is not among it, but for one. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'chosen from our lists; older histories may hold what a list no longer has': ['country', 'sellerCountry'],
  'what a listing offers: published by its author’s wish, and part of what was bought': [
    'item.title',
    'franchise',
    'mainFaction',
    'subfaction',
    'condition',
    'paintQuality',
  ],
  'names of files, made by us': [
    'images[].original',
    'images[].thumbnail',
    'images[].s3Key',
    'item.images[].original',
    'item.images[].thumbnail',
    'item.images[].s3Key',
  ],
  'ids of ours': [
    'transactionId',
    'decisionId',
    'settlementId',
    'endId',
    'refundId',
    'payoutId',
    'notificationId',
    'policyVersion',
    'position',
  ],
  'who acted: the id of an account, or the name of a part of ours': [
    'grantedBy',
    'revokedBy',
    'removedBy',
    'decidedBy',
    'proposedBy',
    'askedBy',
    'confirmedBy',
    'rejectedBy',
    'withdrawnBy',
    'by',
  ],
  'ids and codes of the payment provider': [
    'sessionId',
    'checkoutUrl',
    'paymentId',
    'chargebackId',
    'providerRefundId',
    'objectId',
    'eventId',
    'kind',
    'reference',
    'currency',
    'cause',
    'PaymentFailed.reason',
    'ChargebackOpened.reason',
    'LateChargebackOpened.reason',
    'EvidencePackRefused.reason',
    'RefundFailed.reason',
    'DuplicateRefundFailed.reason',
    'RefundCameBack.reason',
    'PayoutFailed.reason',
    'PayoutRefused.reason',
    'PayoutReturned.reason',
    'ChargebackOpened.reason',
    'LateChargebackOpened.reason',
    'EvidencePackRefused.reason',
    'ImpossibleFactRecorded.told',
    'UnmatchedObjectRecorded.told',
  ],
  'a call of ours, without what it was about': ['AccessRefused.call'],
  'public keys of the transparency log, and signatures': ['LogKeyChanged.change'],
  'what a stored picture is, and where it lies': ['files[].type', 'AlteredFileRecorded.told'],
};

const fieldOf = (place: string) => place.slice(place.indexOf('.') + 1);

describe('texts in events [L-016]', () => {
  const allowed = Object.values(ALLOWED).flat();

  test('are encrypted, except for a list that gives a reason for each', () => {
    const surprises = inClear().filter((place) => !allowed.includes(place) && !allowed.includes(fieldOf(place)));
    expect(surprises).toEqual([]);
  });

  test('the list names only existing fields', () => {
    const places = inClear();
    const idle = allowed.filter((entry) => !places.some((place) => place === entry || fieldOf(place) === entry));
    expect(idle).toEqual([]);
  });

  test('a plain-text reason, note or statement is found at any depth', () => {
    const { schema } = firstVersion({ reason: z.string(), inner: z.array(z.object({ note: z.string().nullable() })) });
    expect(clearTexts(schema, 'Invented')).toEqual(['Invented.reason', 'Invented.inner[].note']);
    expect(clearTexts(firstVersion({ reason: personal(z.string()) }).schema, 'Invented')).toEqual([]);
  });
});
