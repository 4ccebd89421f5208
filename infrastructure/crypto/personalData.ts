import { createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { StoredData, StreamName } from '#application/ports/eventStore.ts';
import { type Opening, SALT_BYTES } from '#application/transparency/commitment.ts';
import { personalMarks } from '#domain/shared/events.ts';
import { seal, unseal } from './aesGcm.ts';
import { canonicalJson } from './canonicalJson.ts';

/** A stored personal field: the form number, then base64url ciphertext. Form 2 adds a commitment in base64. */
type Sealed = { $personal: string; commitment?: string };

/** Announces the newest envelope form that a release reads. A process that does not announce it reads form 1 only. */
export const SEALED_FORM = '$personal';
export const NEWEST_FORM = 2;

const IN_CLEAR_JSON = '1.';
const SALTED = '2.';

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as Sealed).$personal === 'string';

/** The names of the fields that hold personal data. */
export const personalFieldNames = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter((field) => personalMarks.has(schema.shape[field]));

/**
 * The subject whose key encrypts the personal fields of an event; undefined for streams without any. Messages use a
 * key per month, events of a listing the seller's key, a review its author's key, notes on a case the key of its sale.
 */
export const subjectOf = (stream: StreamName, data: Record<string, unknown>): string | undefined => {
  const category = stream.slice(0, stream.indexOf('-'));
  if (category === 'account' || category === 'transaction' || category === 'orphan') return stream;
  if (category === 'case') return `transaction-${stream.slice(category.length + 1)}`;
  if (category === 'disclosure' || category === 'watching' || category === 'searches')
    return `account-${stream.slice(category.length + 1)}`;
  if (category === 'notice') return `account-${data.reporterId ?? data.complainantId ?? data.sellerId}`;
  if (category === 'review') return typeof data.authorId === 'string' ? `account-${data.authorId}` : undefined;
  if (category === 'listing') return typeof data.sellerId === 'string' ? `account-${data.sellerId}` : undefined;
  if (category !== 'conversation') return undefined;
  return `${stream}-${new Date(Number(data.at)).toISOString().slice(0, 7).replace('-', '')}`;
};

export const holdsSealed = (data: StoredData): boolean => Object.values(data).some(isSealed);

const sealed = (value: unknown, key: Buffer, context: string, form: number): Sealed => {
  if (form < NEWEST_FORM) {
    const json = Buffer.from(JSON.stringify(value));
    return { $personal: IN_CLEAR_JSON + seal(json, key, context).toString('base64url') };
  }
  const salt = randomBytes(SALT_BYTES);
  const text = Buffer.from(canonicalJson(value));
  const content = seal(Buffer.concat([salt, text]), key, context).toString('base64url');
  return { $personal: SALTED + content, commitment: createHmac('sha256', salt).update(text).digest('base64') };
};

/** `form`: the newest envelope form that every process reads. */
export const sealFields = (
  data: Record<string, unknown>,
  fields: readonly string[],
  key: Buffer,
  eventId: string,
  form: number,
): StoredData => {
  const stored: StoredData = { ...data };
  for (const field of fields) {
    if (data[field] == null) continue;
    stored[field] = sealed(data[field], key, `${eventId} ${field}`, form);
  }
  return stored;
};

type Opened = { salt: Buffer | undefined; text: string };

const opened = ({ $personal }: Sealed, key: Buffer, context: string): Opened => {
  const content = unseal(Buffer.from($personal.slice(2), 'base64url'), key, context);
  if ($personal.startsWith(IN_CLEAR_JSON)) return { salt: undefined, text: content.toString() };
  return { salt: content.subarray(0, SALT_BYTES), text: content.subarray(SALT_BYTES).toString() };
};

const inKnownForm = ({ $personal }: Sealed): boolean =>
  $personal.startsWith(IN_CLEAR_JSON) || $personal.startsWith(SALTED);

/** Without the key (it was erased), the fields become null. */
export const unsealFields = (data: StoredData, key: Buffer | undefined, eventId: string): Record<string, unknown> => {
  const plain: Record<string, unknown> = { ...data };
  for (const [field, value] of Object.entries(data)) {
    if (!isSealed(value)) continue;
    if (!inKnownForm(value)) throw new Error(`${field} of event ${eventId} is sealed in an unknown way`);
    plain[field] = key ? JSON.parse(opened(value, key, `${eventId} ${field}`).text) : null;
  }
  return plain;
};

/** Lets others verify a field's commitment without the key. Fields of form 1 have none. */
export const openingsOf = (data: StoredData, key: Buffer, eventId: string): Opening[] =>
  Object.entries(data).flatMap(([field, value]) => {
    if (!isSealed(value) || !value.commitment) return [];
    const { salt, text } = opened(value, key, `${eventId} ${field}`);
    return salt
      ? [{ path: `/data/${field}`, salt: salt.toString('base64'), plaintext: JSON.parse(text) as unknown }]
      : [];
  });
