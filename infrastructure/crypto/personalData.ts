import type { z } from 'zod';
import type { StoredData, StreamName } from '#application/ports/eventStore.ts';
import { personalFields } from '#domain/shared/events.ts';
import { seal, unseal } from './aesGcm.ts';

/** How a personal field is stored: the leading number is the version of this envelope, the rest base64url. */
type Sealed = { $personal: string };

const VERSION = '1.';

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && typeof (value as Sealed).$personal === 'string';

/** The names of the fields that hold personal data. */
export const personalFieldsOf = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter((field) => personalFields.has(schema.shape[field]));

/** Whose key encrypts the personal fields of an event; undefined for streams that hold none. Messages get one key a month, what is said of a listing is its seller's. */
export const subjectOf = (stream: StreamName, data: Record<string, unknown>): string | undefined => {
  const category = stream.slice(0, stream.indexOf('-'));
  if (category === 'account' || category === 'transaction' || category === 'orphan') return stream;
  if (category === 'listing') return typeof data.sellerId === 'string' ? `account-${data.sellerId}` : undefined;
  if (category !== 'conversation') return undefined;
  return `${stream}-${new Date(Number(data.at)).toISOString().slice(0, 7).replace('-', '')}`;
};

export const holdsSealed = (data: StoredData): boolean => Object.values(data).some(isSealed);

export const sealFields = (
  data: Record<string, unknown>,
  fields: readonly string[],
  key: Buffer,
  eventId: string,
): StoredData => {
  const sealed: StoredData = { ...data };
  for (const field of fields) {
    if (data[field] === null) continue;
    const json = Buffer.from(JSON.stringify(data[field]));
    const content = seal(json, key, `${eventId} ${field}`).toString('base64url');
    sealed[field] = { $personal: VERSION + content } satisfies Sealed;
  }
  return sealed;
};

/** Without a key, because it was erased, the fields read as null. */
export const unsealFields = (data: StoredData, key: Buffer | undefined, eventId: string): Record<string, unknown> => {
  const plain: Record<string, unknown> = { ...data };
  for (const [field, value] of Object.entries(data)) {
    if (!isSealed(value)) continue;
    if (!value.$personal.startsWith(VERSION))
      throw new Error(`${field} of event ${eventId} is sealed in an unknown way`);
    const content = Buffer.from(value.$personal.slice(VERSION.length), 'base64url');
    plain[field] = key ? JSON.parse(unseal(content, key, `${eventId} ${field}`).toString()) : null;
  }
  return plain;
};
