import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { errorBody } from '#application/contract/common.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { newId } from '#infrastructure/system/ids.ts';
import {
  anyJson,
  anyText,
  type Body,
  form,
  formLike,
  likeSchema,
  nearly,
  strangeBody,
  strangeHeaders,
  unstorably,
} from '#tests/support/anyInput.ts';
import { type Member, photo, useMarketplace } from '#tests/support/marketplace.ts';
import { faultsOf, type Published } from '#tests/support/publishedSchema.ts';
import { everyCall, examplesOf, rolesFor, schemaOf } from '../everyCall.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

/** The total. `npm run fuzz -- 100000 --seed 7` runs longer, or repeats a run. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 5_000);
const RUNS = Math.ceil(REQUESTS / everyCall.length);
/** Undefined: the seed in the sources. */
const { FUZZ_SEED } = process.env;
const AGAIN = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
/** No call waits longer than two seconds, so a call without an answer by then hangs. */
const PATIENCE = 60_000;

const market = useMarketplace();
const { paid, bought } = sales(market);
const { send } = talks(market);
const agent = new Agent({ keepAlive: true });

type Who = 'visitor' | 'buyer' | 'seller' | 'staff' | 'admin';
let people: Record<Exclude<Who, 'visitor'>, Member>;
let ids: string[];

beforeAll(async () => {
  const [buyer, seller, staff, admin, other] = [
    await market().member('anybuyer'),
    await market().seller('anyseller'),
    await market().staff('anystaff'),
    await market().grant(await market().member('anyadmin'), 'admin'),
    await market().member('anyother'),
  ];
  people = { buyer, seller, staff, admin };
  const [open, sold, offered] = [
    await bought(buyer, seller),
    await paid(buyer, seller),
    await market().publish(seller),
  ];
  const said = await send(buyer, { content: 'Is it still there?', recipientId: seller.id, listingId: sold.listing });
  const { notifications } = (await buyer.get('notifications')).body;
  const { messageId, conversationId } = said.body;
  ids = [open.id, sold.id, open.listing, offered._id, other.id, messageId, conversationId];
  ids.push(...notifications.map(({ _id }: { _id: string }) => _id));
});

const anyId = fc.nat().map((place) => ids[place % ids.length]!);
const EXAMPLES = examplesOf(anyId);

/** Encoded for a URL. */
const inAddress = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd').slice(0, 2_000));

const anyParameter = fc.oneof(
  { weight: 5, arbitrary: anyId },
  { weight: 2, arbitrary: anyText.map((text) => inAddress(text) || '%20') },
  { weight: 1, arbitrary: fc.constantFrom('%00', '%E0%A4%A', '%2e%2e%2f', '..%5c', '%', '-', 'a-b-c', 'a-b-c-d') },
);

const pathOf = ({ path }: Endpoint): fc.Arbitrary<string> => {
  const names = path.match(/\{\w+\}/g) ?? [];
  return fc
    .tuple(...names.map(() => anyParameter))
    .map((values) => names.reduce((filled, place, index) => filled.replace(place, () => values[index]!), path));
};

const queryOf = ({ query }: Endpoint): fc.Arbitrary<string> => {
  const { properties = {} } = schemaOf(query);
  const names = fc.constantFrom(...Object.keys(properties), 'page', 'a[b]', '__proto__');
  const declared = Object.entries(properties).map(([name, schema]) =>
    likeSchema(schema, {}).map((value): [string, string] => [name, String(value)]),
  );
  return fc
    .array(fc.oneof(fc.tuple(names, anyText), ...declared), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, text]) => `${inAddress(name)}=${inAddress(text)}`).join('&'));
};

const jsonOf = (value: unknown): Body => ({ type: 'application/json', content: Buffer.from(JSON.stringify(value)) });

const bodyOf = ({ method, body, multipart }: Endpoint, picture: Buffer): fc.Arbitrary<Body> => {
  if (method === 'get') return fc.constant({ type: undefined, content: undefined });
  const good = likeSchema(schemaOf(body), EXAMPLES);
  const value = fc.oneof(
    { weight: 2, arbitrary: good },
    { weight: 5, arbitrary: nearly(good) },
    { weight: 1, arbitrary: anyJson },
  );
  return fc.oneof(
    { weight: 7, arbitrary: multipart ? formLike(value, picture) : value.map(jsonOf) },
    { weight: 1, arbitrary: fc.oneof(strangeBody, value.map(jsonOf)) },
  );
};

/** Mostly somebody with the right. */
const anybodyFor = (endpoint: Endpoint): fc.Arbitrary<Who> => {
  const roles = rolesFor(endpoint);
  const may: Who[] = roles ? [roles.includes('staff') ? 'staff' : 'admin'] : ['buyer', 'seller'];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...may) },
    { weight: 1, arbitrary: fc.constantFrom<Who[]>('visitor', 'buyer', 'staff') },
  );
};

type Sent = {
  who: Who;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

const anyCall = (endpoint: Endpoint, picture: Buffer): fc.Arbitrary<Sent> =>
  fc
    .tuple(anybodyFor(endpoint), pathOf(endpoint), queryOf(endpoint), strangeHeaders, bodyOf(endpoint, picture))
    .map(([who, path, query, headers, { type, content }]) => ({
      who,
      method: endpoint.method.toUpperCase(),
      path: `/api/${path}${query && `?${query}`}`,
      body: content,
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    }));

type Answered = { status: number; type: string; text: string };

/** With node’s own client, because `fetch` normalises requests. An event stream is closed once it starts. */
const ask = ({ who, path, method, headers, body }: Sent, requestId: string): Promise<Answered> => {
  const { hostname, port } = new URL(market().url);
  const signedIn = who !== 'visitor' && { authorization: `Bearer ${people[who].token}` };
  const always = { 'x-request-id': requestId, ...signedIn, 'content-length': body?.length ?? 0 };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, agent, method, headers: { ...always, ...headers } }, (response) => {
      const type = String(response.headers['content-type']);
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      const end = () => resolve({ status, type, text: Buffer.concat(chunks).toString() });
      if (!type.startsWith('text/event-stream')) response.on('data', (chunk) => chunks.push(chunk)).on('end', end);
      else end();
      response.on('error', reject);
      if (type.startsWith('text/event-stream')) response.destroy();
    });
    call.on('error', reject);
    call.setTimeout(PATIENCE, () => call.destroy(new Error('no answer came')));
    call.end(body);
  });
};

type Operation = {
  responses: Record<string, { content?: Record<string, { schema?: Published }> }>;
};
let published: Record<string, Record<string, Operation>>;
let components: Published;
beforeAll(async () => {
  ({ paths: published, components } = (await market().client().get('openapi.json')).body);
});
const documented = ({ method, path }: Endpoint): string[] => Object.keys(published[`/${path}`]![method]!.responses);

/** An answer must match the published schema, without missing or additional parts. */
const faultsIn = ({ method, path }: Endpoint, { status, type, text }: Answered): string[] => {
  const told = published[`/${path}`]![method]!.responses[status]?.content?.['application/json']?.schema;
  if (!type.startsWith('application/json')) return [];
  return told ? faultsOf(JSON.parse(text), told, components) : ['has a body that nobody is told of'];
};

/** A registration claims both names before it is checked; a claim without an account has no effect. */
const CLAIMS = new Set(['NameClaimed', 'NameReleased']);

/** Refused requests by their id. */
type Refused = Map<string, string>;

/** Signs a member in again whose session has ended. */
const signInAgain = async (who: Who): Promise<void> => {
  if (who === 'visitor') return;
  const person = people[who];
  if ((await person.get('auth/verify')).status === 401) await market().signIn(person.email, person.password, person);
};

const check = async (sent: Sent, endpoint: Endpoint, refused: Refused): Promise<void> => {
  const requestId = newId();
  const { status, type, text } = await ask(sent, requestId);
  const { method, path, who, headers, body } = sent;
  const told = `${method} ${path} by ${who} with ${JSON.stringify(headers)} ${body?.subarray(0, 500) ?? ''}: ${status} ${text.slice(0, 300)}`;
  expect(status, told).toBeLessThan(500);
  expect(documented(endpoint), told).toContain(String(status));
  expect(faultsIn(endpoint, { status, type, text }), told).toEqual([]);
  if (status < 400) return;
  if (status === 401) await signInAgain(who);
  expect(type, told).toContain('application/json');
  const { code, message } = errorBody.strict().parse(JSON.parse(text));
  expect(code, told).toMatch(/^[a-z][A-Za-z]+$/);
  expect(message, told).not.toBe('');
  refused.set(requestId, told);
};

/** Reads the log once for all requests, which are known by their ids. */
const whatTheRefusedWrote = async (refused: Refused, since: string | undefined): Promise<string[]> => {
  const { store } = market().marketplace;
  const written: string[] = [];
  for (let after = since; ; ) {
    const events = await store.readAll({ after, limit: 500 });
    for (const { type, metadata } of events)
      if (refused.has(metadata.correlationId) && !CLAIMS.has(type))
        written.push(`${type}: ${refused.get(metadata.correlationId)}`);
    if (events.length < 500) return written;
    after = events.at(-1)?.position;
  }
};

/** Puts unstorable text into every field and id in turn, because random input rarely does. */
const unstorable = (endpoint: Endpoint, picture: Buffer): Sent[] => {
  const { method, path, body, multipart } = endpoint;
  const who = rolesFor(endpoint) ? 'staff' : 'seller';
  const verb = method.toUpperCase();
  const filled = (id: string) => `/api/${path.replace(/\{\w+\}/g, id)}`;
  const sent = ({ type, content }: Body): Sent => ({
    who,
    method: verb,
    path: filled(ids[0]!),
    body: content,
    headers: { 'content-type': type! },
  });
  const [good] = fc.sample(likeSchema(schemaOf(body), EXAMPLES), { numRuns: 1, seed: 1 });
  const written = (value: unknown) => (multipart ? form(value, [picture]) : jsonOf(value));
  const bodies = body ? unstorably(good).map((value) => sent(written(value))) : [];
  return path.includes('{') ? [...bodies, { ...sent(jsonOf({})), path: filled('Iron%00gate') }] : bodies;
};

const calls = everyCall.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(calls)('%s: matches the contract for every answer, and a refusal writes nothing', async (_, endpoint) => {
  const refused: Refused = new Map();
  const before = await market().marketplace.store.head();
  const property = fc.asyncProperty(anyCall(endpoint, await photo()), (sent) => check(sent, endpoint, refused));
  await fc.assert(property, { numRuns: RUNS, ...AGAIN });
  for (const sent of unstorable(endpoint, await photo())) await check(sent, endpoint, refused);
  expect(await whatTheRefusedWrote(refused, before)).toEqual([]);
});

test('keeps every read model and policy running afterwards, without an alarm', async () => {
  await market().settle();
  expect((await market().client().get('/ready')).body).toMatchObject({ ready: true });
  expect(String((await market().client().get('/metrics')).body)).not.toMatch(/^reliquary_alarms_total\{.*/m);
});
