import fc from 'fast-check';
import { z } from 'zod';
import { gateOf } from '#domain/access/right.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { allEndpoints } from '#infrastructure/http/endpoints/all.ts';
import type { EndpointDeps } from '#infrastructure/http/endpoints/deps.ts';
import { type Examples, type JsonSchema, likeSchema } from '#tests/support/anyInput.ts';

/** The declared calls; a marketplace would provide the dependencies. */
export const everyCall: readonly Endpoint[] = allEndpoints({} as EndpointDeps);

/** The roles that the access table requires, or undefined if none. */
export const rolesFor = ({ may }: Endpoint): readonly Role[] | undefined => {
  const gate = gateOf(may);
  return typeof gate === 'string' ? undefined : gate;
};

export const isForVisitors = ({ may }: Endpoint): boolean => gateOf(may) === 'everybody';

type Defined = JsonSchema & { $ref?: string; $defs?: Record<string, Defined> };

/** Replaces references to named schemas by the schemas. */
const inlined = (schema: unknown, named: Record<string, Defined>): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => inlined(part, named));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, $defs: _, ...rest } = schema as Defined;
  if ($ref !== undefined) return inlined(named[$ref.replace('#/$defs/', '')], named);
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inlined(part, named)]));
};

export const schemaOf = (schema: z.ZodType | undefined): JsonSchema => {
  if (!schema) return { type: 'object' };
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Defined;
  return inlined(made, made.$defs ?? {}) as JsonSchema;
};

/** Valid values by field name. @param anId the id of any existing thing */
export const examplesOf = (anId: fc.Arbitrary<unknown>): Examples => ({
  username: fc.integer({ min: 1 }).map((number) => `any${number}`),
  email: fc.integer({ min: 1 }).map((number) => `any${number}@example.com`),
  password: fc.constant('Correct-horse1!'),
  newPassword: fc.constant('Correct-horse1!'),
  currentPassword: fc.constantFrom('Correct-horse1!', 'wrong'),
  iban: fc.constant('NL91ABNA0417164300'),
  country: fc.constantFrom('Netherlands', 'France'),
  price: fc.constantFrom('25.00', '25.5', 25),
  minPrice: fc.constantFrom('0.01', '5'),
  maxPrice: fc.constantFrom('50', '999999999.99'),
  domesticRate: fc.constantFrom('4.50', 4.5),
  continentalRate: fc.constantFrom('9', 9),
  internationalRate: fc.constantFrom('19.99', 20),
  claim: fc.constantFrom('20.00', 20),
  toBuyer: fc.constantFrom('20.00', 20),
  toSeller: fc.constantFrom('30.00', 30),
  basedOn: fc.nat(20),
  franchise: fc.constant('Dungeons & Dragons'),
  mainFaction: fc.constant('Dragons'),
  disclaimerAccepted: fc.constantFrom('true', true),
  condition: fc.constant('Painted'),
  paintQuality: fc.constant('High Tabletop'),
  evidence: fc.constantFrom([], ['evidence/none/none.webp']),
  account: anId,
  seller: anId,
  sellerId: anId,
  listing: anId,
  recipientId: anId,
  listingId: anId,
  transactionId: anId,
  proposalId: anId,
  upTo: anId,
});

/** A generated body for the JSON schema. It is valid unless a rule over two fields, only described in the schema, rejects every attempt. */
export const goodBody = ({ body }: Endpoint, id: string): unknown => {
  const examples = { ...examplesOf(fc.constant(id)), evidence: fc.constant(['evidence/none/none.webp']) };
  const tried = fc.sample(likeSchema(schemaOf(body), examples), { numRuns: 50, seed: 1 });
  return tried.find((one) => body?.safeParse(one).success) ?? tried[0];
};
