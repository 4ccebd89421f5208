import { createConfig, lintFromString } from '@redocly/openapi-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { brokenPasswordRules } from '#application/contract/registrationRules.ts';
import { ibanFault } from '#domain/accounts/iban.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { spellings } from '#infrastructure/http/paths.ts';
import { type JsonSchema, likeSchema } from '#tests/support/anyInput.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';
import { everyCall, examplesOf, rolesFor } from '../everyCall.ts';

const market = useMarketplace();

type Schema = JsonSchema & {
  $ref?: string;
  pattern?: string;
  format?: string;
  maxItems?: number;
  description?: string;
};
type Operation = {
  operationId: string;
  deprecated?: boolean;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

let document: Document;
let source: string;
beforeAll(async () => {
  document = (await market().client().get('openapi.json')).body;
  source = JSON.stringify(document);
});

const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));
const operationOf = ({ method, path }: Endpoint): Operation => document.paths[`/${path}`]![method]!;

/** References replaced by their targets. */
const resolved = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as Schema;
  if ($ref !== undefined) return resolved(document.components.schemas[$ref.split('/').at(-1)!]);
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, resolved(part)]));
};
const bodyOf = (endpoint: Endpoint): Schema | undefined => {
  const [content] = Object.values(operationOf(endpoint).requestBody?.content ?? {});
  return content && (resolved(content.schema) as Schema);
};

/** Findings that are right, but cannot be fixed without changing the API’s paths. */
const ACCEPTED: Record<string, RegExp> = {
  // this marketplace runs on this machine
  'no-server-example.com': /^#\/servers\/0\/url$/,
  // the marketplace grants no licence
  'info-license': /^#\/info$/,
  // the paths are fixed; a literal segment wins over a parameter, as in OpenAPI
  'no-ambiguous-paths': /^#\/paths\/~1(users?|staff|listings?|transactions?|messages|auth)~1/,
  // a link in an e-mail, which opens a page
  'operation-2xx-response': /^#\/paths\/~1emails~1unsubscribe~1\{token\}\/get\/responses$/,
  // a record whose keys `propertyNames` defines
  'no-required-schema-properties-undefined': /^#\/components\/schemas\/OwnData\/properties\/contents\/required\/\d+$/,
};

const problemsIn = async (text: string) => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'tag-description': 'error', 'operation-tag-defined': 'error', 'operation-operationId-url-safe': 'error' },
  });
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => ({ ruleId, message, at: at?.pointer ?? '' }));
};

test('passes a strict validator, except for its path aliases', async () => {
  const problems = await problemsIn(source);
  expect(problems.filter(({ ruleId, at }) => !ACCEPTED[ruleId]?.test(at))).toEqual([]);
  expect(new Set(problems.map(({ ruleId }) => ruleId))).toEqual(new Set(Object.keys(ACCEPTED)));
});

later.test('the validator finds a path parameter that is missing in the path', async () => {
  const broken = structuredClone(document);
  broken.paths['/messages/conversation']!.get!.parameters!.push({ name: 'id', in: 'path', required: true });
  const found = await problemsIn(JSON.stringify(broken));
  expect(found.map(({ ruleId }) => ruleId)).toContain('path-parameters-defined');
});

test('gives every operation and every alias a unique, readable operationId', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*(Alias\d?)?$/.test(id))).toEqual([]);
  expect(everyCall.map((call) => operationOf(call).operationId)).toEqual(everyCall.map((call) => call.operationId));
  expect(ids).toEqual(expect.arrayContaining(['createListing', 'confirmShipment', 'createListingAlias']));
});

test('lists every path parameter of every spelling as required, and no other', () => {
  for (const endpoint of everyCall)
    for (const path of spellings(endpoint)) {
      const { parameters = [] } = document.paths[`/${path}`]![endpoint.method]!;
      const listed = parameters.filter((each) => each.in === 'path');
      expect(listed.map(({ name }) => `{${name}}`).sort(), path).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
      expect(
        listed.every(({ required }) => required),
        path,
      ).toBe(true);
    }
});

describe('files', () => {
  test.each([
    ['post', '/listings', 'images', 8, '5MB', true],
    ['post', '/listings/{id}/photos', 'images', 8, '5MB', false],
    ['post', '/transaction/{id}/evidence', 'images', 10, '5MB', true],
    ['post', '/messages/send', 'image', undefined, '2MB', false],
  ] as const)('%s %s lists its files with their limits', (method, path, field, most, size, isRequired) => {
    const { schema } = document.paths[path]![method]!.requestBody!.content['multipart/form-data']!;
    const part = schema.properties![field] as Schema;
    const file = most === undefined ? part : (part.items as Schema);
    expect(file).toMatchObject({ type: 'string', format: 'binary' });
    expect(part.maxItems).toBe(most);
    expect(part.description).toMatch(new RegExp(`JPEG, PNG or WebP, at most ${size}`));
    expect(schema.required?.includes(field) ?? false).toBe(isRequired);
  });

  test('every form is one of those, and no form field can be null', () => {
    const forms = everyCall.filter(({ multipart }) => multipart);
    expect(forms).toHaveLength(4);
    for (const form of forms)
      for (const [name, part] of Object.entries(bodyOf(form)!.properties!))
        expect(JSON.stringify({ ...part, contentSchema: undefined }), `${form.path} ${name}`).not.toContain('"null"');
  });
});

describe('the required parts of a request', () => {
  const NOBODY = 'f'.repeat(32);
  const EXAMPLES = examplesOf(fc.constant(NOBODY));

  /** Only what the document requires. */
  const least = (schema: Schema): JsonSchema => {
    const { pattern = '(?=' } = schema;
    if (!pattern.includes('(?='))
      return { const: fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] };
    const [branch] = schema.anyOf ?? schema.oneOf ?? [];
    if (branch) return least(branch);
    if (schema.items) return { ...schema, items: least(schema.items) };
    if (!schema.properties) return schema;
    const kept = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
    return { ...schema, properties: Object.fromEntries(kept.map(([name, field]) => [name, least(field)])) };
  };
  const leastBody = (endpoint: Endpoint): Record<string, unknown> => {
    const [body] = fc.sample(likeSchema(least(bodyOf(endpoint)!), EXAMPLES), { numRuns: 1, seed: 1 });
    return body as Record<string, unknown>;
  };

  /** Fields whose rule is only described in words, each with a valid value. */
  const IN_WORDS: Record<string, Record<string, unknown>> = {
    rejectReturn: { notArrived: true },
    resolveMessageReport: { rule: 'insult' },
    changePassword: { newPassword: 'Correct!horse1' },
    proposeOutsideSettlement: { paymentId: 'the-second-one' },
    counterOutsideSettlement: { paymentId: 'the-second-one' },
  };
  const bodies = everyCall.filter(({ body }) => body);

  test.each(bodies.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s takes the least that the document asks for, and misses each part of it',
    (operationId, endpoint) => {
      const required = operationOf(endpoint).requestBody!.required;
      const body = { ...leastBody(endpoint), ...IN_WORDS[operationId] };
      const { error } = endpoint.body!.safeParse(body);
      expect(error?.issues, JSON.stringify(body)).toBe(undefined);
      const file = endpoint.multipart?.files.field;
      const named = (least(bodyOf(endpoint)!).required ?? []).filter((name) => name !== file);
      for (const name of named) {
        const { [name]: _, ...rest } = body;
        expect(endpoint.body!.safeParse(rest).success, name).toBe(false);
      }
      if (!required) expect(named).toEqual([]);
    },
  );

  later.test('rejects a call without a body exactly where the document requires one', async () => {
    const seller = await market().seller('bodyless');
    const people: Record<'member' | 'staff' | 'admin' | 'auditor', Member> = {
      member: seller,
      staff: await market().staff('bodyclerk'),
      admin: await market().grant(await market().member('bodyadmin'), 'admin'),
      auditor: await market().grant(await market().member('bodyaudit'), 'auditor'),
    };
    const { _id: own } = await market().publish(seller);
    const wrong: string[] = [];
    let refused = 0;
    for (const endpoint of everyCall.filter((call) => operationOf(call).requestBody)) {
      const roles = rolesFor(endpoint);
      const role = (['staff', 'admin', 'auditor'] as const).find((one) => roles?.includes(one)) ?? 'member';
      const path = endpoint.path.replace(/\{\w+\}/g, /^listings/.test(endpoint.path) ? own : NOBODY);
      const { status, body } = await people[role].call(endpoint.method.toUpperCase(), path);
      const isMissed = status === 400 && ['invalidInput', 'imagesRequired'].includes(body.code);
      // evidence for somebody else’s transaction is rejected before the body is read
      const isEarlier = endpoint.operationId === 'uploadEvidence' && status === 404;
      if (isMissed) refused++;
      if (isMissed !== operationOf(endpoint).requestBody!.required && !isEarlier)
        wrong.push(`${endpoint.operationId}: ${status} ${JSON.stringify(body)}`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(40);
  });

  test('requires stars or a review for a rating', () => {
    const { anyOf = [] } = document.components.schemas.Rating!;
    expect(anyOf.map(({ required }) => required)).toEqual([
      ['transactionId', 'rating'],
      ['transactionId', 'review'],
    ]);
  });

  test('publishes the password rules as the same pattern', () => {
    const { password } = document.components.schemas.Registration!.properties! as Record<string, Schema>;
    expect(password).toMatchObject({ minLength: 8, maxLength: 200 });
    const pattern = new RegExp(password!.pattern!, 'u');
    const near = fc.string({ unit: fc.constantFrom('a', 'B', '1', '!', '#', ' ', '\n', 'é'), maxLength: 12 });
    fc.assert(
      fc.property(near, (typed) => {
        expect(pattern.test(typed) && typed.length >= 8).toBe(brokenPasswordRules(typed) === '');
      }),
    );
  });

  test('publishes an IBAN pattern that accepts what the server accepts', () => {
    const { iban } = document.components.schemas.BankDetails!.properties! as Record<string, Schema>;
    const pattern = new RegExp(iban!.pattern!, 'u');
    for (const typed of [
      'NL91ABNA0417164300',
      'nl91 abna 0417 1643 00',
      ' MT84MALT011000012345MTLCAST001S ',
      'NO9386011117947',
    ]) {
      expect(ibanFault(typed.replace(/\s/g, '').toUpperCase()), typed).toBe(undefined);
      expect(typed).toMatch(pattern);
    }
    for (const typed of ['', 'NL91', '91NLABNA0417164300', 'NL91-ABNA-0417-1643-00'])
      expect(typed).not.toMatch(pattern);
    expect(iban!.description).toContain('modulo 97');
  });
});
