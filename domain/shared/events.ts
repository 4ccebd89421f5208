import { z } from 'zod';

export const personalFields = z.registry<{ personal: true }>();

/** Marks a field as personal data: the codec encrypts it under its subject's key, and it reads as null once that key is erased. */
export const personal = <Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> => {
  const field = z.nullable(schema);
  personalFields.add(field, { personal: true });
  return field;
};

/** Lifts the data of an older version by one version. */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

export type EventDefinition<Schema extends z.ZodObject = z.ZodObject> = {
  version: number;
  schema: Schema;
  /** `upcasters[1]` lifts version 1 to version 2, and so on. */
  upcasters: Readonly<Record<number, Upcaster>>;
};

export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Epoch milliseconds. */
const instant = z.int();

/** Every fact says when it happened (`at`); when it was stored is the envelope's business. */
export const fact = <Shape extends z.ZodRawShape>(
  shape: Shape,
  { version = 1, upcasters = {} }: { version?: number; upcasters?: Record<number, Upcaster> } = {},
) => ({ version, schema: z.object({ at: instant, ...shape }), upcasters });

/** For a fact whose text was stored in clear in its first version, and is personal since: what stands there reads as it is. */
export const onceInClear = { version: 2, upcasters: { 1: (data: Record<string, unknown>) => data } };

/** The union `{type, data}` of a table of definitions. */
export type EventOf<Definitions extends EventDefinitions> = {
  [Type in keyof Definitions & string]: { type: Type; data: z.infer<Definitions[Type]['schema']> };
}[keyof Definitions & string];
