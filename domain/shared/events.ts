import { z } from 'zod';

export const personalFields = z.registry<{ personal: true }>();

declare const marked: unique symbol;
/** Lets the compiler see which fields are personal. */
export type PersonalField = { readonly [marked]: true };

/** Marks a field as personal data: the codec encrypts it under its subject's key, and it reads as null once that key is erased. */
export const personal = <Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> & PersonalField => {
  const field = z.nullable(schema);
  personalFields.add(field, { personal: true });
  return field as z.ZodNullable<Schema> & PersonalField;
};

/** Marks as personal data a field that a fact may lack. */
export const personalIfAny = <Schema extends z.ZodType>(
  schema: Schema,
): z.ZodOptional<z.ZodNullable<Schema>> & PersonalField => {
  const field = z.optional(z.nullable(schema));
  personalFields.add(field, { personal: true });
  return field as z.ZodOptional<z.ZodNullable<Schema>> & PersonalField;
};

/** A version before the present one. */
export type FormerVersion = {
  schema: z.ZodObject;
  /** Reads data as this version wrote it and lifts it by one version. @throws what its schema or the lift throws */
  lift(data: unknown): unknown;
  /** The next version's data as this one says them, for a release that reads no newer one; undefined where it cannot. */
  lower(data: unknown): unknown;
  /** Why it never can. */
  never: string | undefined;
};

/**
 * How a fact is written while a release that only reads the version before still runs. `asItIs`: without what is new in it. What then
 * does not lift to the very same again is not written at all until that release has gone; nor is what it must `never` say, and why.
 */
export type Lower<New, Old> = 'asItIs' | ((data: New) => Old | undefined) | { never: string };

export type EventDefinition<Schema extends z.ZodObject = z.ZodObject> = {
  version: number;
  schema: Schema;
  /** The first version first; empty for a fact that was never revised. */
  former: readonly FormerVersion[];
};

export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Epoch milliseconds. */
const instant = z.int();

const schemaOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ at: instant, ...shape });

/** Every fact says when it happened (`at`); when it was stored is the envelope's business. */
export const fact = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  version: 1,
  schema: schemaOf(shape),
  former: [] as readonly FormerVersion[],
});

/**
 * The next version of a fact. What is stored stays as it was written, so the shape before stays here, and `lift` makes the new one of it;
 * `lower` makes the old one, for as long as two releases run.
 */
export const revised = <Old extends z.ZodObject, Shape extends z.ZodRawShape>(
  { version, schema, former }: EventDefinition<Old>,
  shape: Shape,
  lift: (old: z.infer<Old>) => z.infer<ReturnType<typeof schemaOf<Shape>>>,
  lower: Lower<z.infer<ReturnType<typeof schemaOf<Shape>>>, z.infer<Old>>,
) => {
  const next = schemaOf(shape);
  const never = typeof lower === 'object' ? lower.never : undefined;
  const lowered = (data: unknown): unknown => {
    if (typeof lower === 'object') return undefined;
    return schema.safeParse(typeof lower === 'function' ? lower(next.parse(data)) : data).data;
  };
  const before = { schema, lift: (data: unknown) => lift(schema.parse(data)), lower: lowered, never };
  return { version: version + 1, schema: next, former: [...former, before] as readonly FormerVersion[] };
};

/** The next version of a fact, with fields that it may lack: what was written before lacks them. */
export const extended = <Old extends z.ZodRawShape, Added extends Record<string, z.ZodOptional>>(
  definition: EventDefinition<z.ZodObject<Old>>,
  added: Added,
) => {
  const schema = definition.schema.extend(added);
  const before: FormerVersion = {
    schema: definition.schema,
    lift: (data) => definition.schema.parse(data),
    lower: (data) => definition.schema.safeParse(data).data,
    never: undefined,
  };
  return {
    version: definition.version + 1,
    schema,
    former: [...definition.former, before] as readonly FormerVersion[],
  };
};

/** Lifts the data unchanged, for a revision that only marks or widens fields. */
export const asItWas = <Data>(data: Data): Data => data;

/** The union `{type, data}` of a table of definitions. */
export type EventOf<Definitions extends EventDefinitions> = {
  [Type in keyof Definitions & string]: { type: Type; data: z.infer<Definitions[Type]['schema']> };
}[keyof Definitions & string];
