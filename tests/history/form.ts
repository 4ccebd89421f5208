import { z } from 'zod';
import { type EventDefinition, type EventDefinitions, personalMarks } from '#domain/shared/events.ts';

/** The JSON that a schema accepts, as far as stored events depend on it; `personal` marks encrypted fields. */
export type Form = { [keyword: string]: unknown };

const SAFE = Number.MAX_SAFE_INTEGER;
const PLAIN = ['type', 'enum', 'const', 'minItems', 'maxItems', 'minLength', 'maxLength', 'personal'];
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const ONE = ['items', 'additionalProperties', 'propertyNames'];

const sorted = (node: object): [string, unknown][] =>
  Object.entries(node).sort(([one], [other]) => (one < other ? -1 : 1));

const kept = (keyword: string, value: unknown, node: Form): unknown => {
  if (keyword === '$schema') return undefined;
  if (keyword === 'additionalProperties' && value === false) return undefined;
  if (PLAIN.includes(keyword) || keyword === 'format') return value;
  if (LIMITS.includes(keyword)) return Math.abs(Number(value)) === SAFE ? undefined : value;
  // the library may change the pattern behind a format
  if (keyword === 'pattern') return node.format === undefined ? value : undefined;
  if (keyword === 'required') return [...(value as string[])].sort();
  if (keyword === 'anyOf' || keyword === 'oneOf') return (value as Form[]).map(normal);
  if (keyword === 'properties')
    return Object.fromEntries(sorted(value as object).map(([name, field]) => [name, normal(field as Form)]));
  if (ONE.includes(keyword)) return normal(value as Form);
  throw new Error(`a form does not know the keyword ${keyword}`);
};

/** `type: ['string', 'null']` is expanded, as the library writes other nullable fields. */
const spreadOut = ({ type, personal, ...rest }: Form): Form => ({
  anyOf: (type as string[]).map((each) => (each === 'null' ? { type: each } : { ...rest, type: each })),
  ...(personal === true && { personal }),
});

const normal = (node: Form): Form =>
  Object.fromEntries(
    sorted(Array.isArray(node.type) ? spreadOut(node) : node)
      .map(([keyword, value]) => [keyword, kept(keyword, value, node)])
      .filter(([, value]) => value !== undefined),
  );

/** Sorted, and without anything that may differ between releases of the schema library. */
export const formOf = (schema: z.ZodType): Form => normal(z.toJSONSchema(schema, { metadata: personalMarks }) as Form);

/** The definition as it was at `version`, without later ones. */
export const asOf = ({ schema, former }: EventDefinition, version: number): EventDefinition => ({
  version,
  schema: former[version - 1]?.schema ?? schema,
  former: former.slice(0, version - 1),
});

/** All event definitions of the first release. */
export const firstVersions = (definitions: EventDefinitions): EventDefinitions =>
  Object.fromEntries(Object.entries(definitions).map(([type, definition]) => [type, asOf(definition, 1)]));
