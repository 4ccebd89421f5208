import type { z } from 'zod';
import { validationMessage } from '#application/contract/validationMessage.ts';
import { unstorable } from '#domain/shared/storable.ts';
import { invalidInput } from './errors.ts';

/** The first failed rule of each field, in the order of the schema. */
const fieldErrors = ({ issues }: z.ZodError): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join('.') || 'body';
    errors[field] ??= message;
  }
  return errors;
};

const UNSTORABLE = 'This text holds characters that cannot be kept. Please type it anew.';

/** The parsed value. @throws RequestFault 400 that names each wrong field. */
export const validated = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {}, { error: validationMessage });
  if (!parsed.success) throw invalidInput(fieldErrors(parsed.error));
  const field = unstorable(parsed.data);
  if (field !== undefined) throw invalidInput({ [field || 'body']: UNSTORABLE });
  return parsed.data;
};

/** The server broke its own contract: a bug, found in tests. */
export const assertContract = (schema: z.ZodType | undefined, body: unknown, endpoint: string): void => {
  if (!schema) return;
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`${endpoint} does not answer as its contract says: ${faults.join('; ')}`);
};
