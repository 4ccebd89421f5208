import { z } from 'zod';

/** The schemas that `personal` and `personalIfAny` marked. */
export const personalMarks = z.registry<{ personal: true }>();

declare const marked: unique symbol;
/** Lets the compiler see which fields are personal. */
export type PersonalField = { readonly [marked]: true };

/** Marks a field as personal data: the codec encrypts it under its subject's key, and it reads as null once that key is erased. */
export const personal = <Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> & PersonalField => {
  const field = z.nullable(schema);
  personalMarks.add(field, { personal: true });
  return field as z.ZodNullable<Schema> & PersonalField;
};

/** Marks as personal data a field that a fact may lack. */
export const personalIfAny = <Schema extends z.ZodType>(
  schema: Schema,
): z.ZodOptional<z.ZodNullable<Schema>> & PersonalField => {
  const field = z.optional(z.nullable(schema));
  personalMarks.add(field, { personal: true });
  return field as z.ZodOptional<z.ZodNullable<Schema>> & PersonalField;
};

/** A former version. */
export type FormerVersion = {
  schema: z.ZodObject;
  /** Parses data of this version and lifts it by one. @throws what the schema or the lift throws */
  lift(data: unknown): unknown;
  /** Converts the next version's data down to this one, for an older release; undefined if it cannot. */
  lower(data: unknown): unknown;
  /** Why it can never be lowered. */
  never: string | undefined;
};

/**
 * How an event is written while an older release still runs. `asItIs`: without the new fields. Data that does not
 * lift back to the same is held until that release is gone, and so is a `never`.
 */
export type Lower<New, Old> = 'asItIs' | ((data: New) => Old | undefined) | { never: string };

export type EventDefinition<Schema extends z.ZodObject = z.ZodObject> = {
  version: number;
  schema: Schema;
  /** Oldest first. */
  former: readonly FormerVersion[];
};

export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** Epoch milliseconds. */
const instant = z.int();

const schemaOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ at: instant, ...shape });

/** Every event carries `at`, the time it happened. Its envelope has the time it was stored. */
export const firstVersion = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  version: 1,
  schema: schemaOf(shape),
  former: [] as readonly FormerVersion[],
});

/**
 * A new version of an event. Stored data is never rewritten, so the old shape stays here. `lift` converts old data to
 * the new shape, `lower` back, while two releases run.
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

/** A new version with optional fields, which older data lacks. */
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

/** The lift for a version that only marks or widens fields. */
export const asItWas = <Data>(data: Data): Data => data;

/** The union `{type, data}` of a table of definitions. */
export type EventOf<Definitions extends EventDefinitions> = {
  [Type in keyof Definitions & string]: { type: Type; data: z.infer<Definitions[Type]['schema']> };
}[keyof Definitions & string];
