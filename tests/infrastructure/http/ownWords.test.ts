import { expect, test } from 'vitest';
import { z } from 'zod';
import { RequestFault } from '#infrastructure/http/errors.ts';
import { validated } from '#infrastructure/http/validation.ts';
import { everyCall, schemaOf } from '#tests/http/everyCall.ts';
import type { JsonSchema } from '#tests/support/anyInput.ts';

const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(100_000),
  -1,
  0.5,
  1e15,
  Number.NaN,
  true,
  [],
  [{}],
  Array.from({ length: 200 }, () => 'x'),
  {},
  { surplus: 1 },
];

/** The path of every field in the schema. */
const fieldsOf = (schema: JsonSchema, way: readonly string[] = []): string[][] => {
  const deeper = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((branch) => fieldsOf(branch, way));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [...way, name],
    ...fieldsOf(field, [...way, name]),
  ]);
  const items = schema.items ? fieldsOf(schema.items, [...way, '0']) : [];
  return [...fields, ...items, ...deeper];
};

const holding = ([name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  const inner = holding(rest, value);
  return name === '0' ? [inner] : { [name]: inner };
};

/** The messages shown to the reader, by field. */
const toldOf = (schema: z.ZodType, value: unknown): string[] => {
  try {
    validated(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    return Object.values(error.errors ?? {});
  }
};

const ENGLISH = z.locales.en().localeError;

/** The library’s default messages for the same input. */
const saidByLibrary = (schema: z.ZodType, value: unknown): string[] => {
  const sentences: string[] = [];
  schema.safeParse(value ?? {}, {
    error: (issue) => {
      const words = ENGLISH(issue);
      const sentence = typeof words === 'string' ? words : words?.message;
      if (sentence) sentences.push(sentence);
      return sentence;
    },
  });
  return sentences;
};

const schemas = everyCall.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name: `${method.toUpperCase()} ${path} (${part})`, schema }] : [],
  ),
);

test('no rule of any call uses the schema library’s own message [D1-469]', () => {
  const told = new Set<string>();
  const ofLibrary = new Set<string>();
  for (const { schema } of schemas)
    for (const way of [[], ...fieldsOf(schemaOf(schema))])
      for (const wrong of WRONG) {
        const value = holding(way, wrong);
        for (const sentence of saidByLibrary(schema, value)) ofLibrary.add(sentence);
        for (const sentence of toldOf(schema, value)) told.add(sentence);
      }
  expect(schemas.length).toBeGreaterThan(100);
  expect(ofLibrary.size).toBeGreaterThan(10);
  expect([...told].filter((sentence) => ofLibrary.has(sentence))).toEqual([]);
});
