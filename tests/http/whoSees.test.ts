import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { RECEIPT_HEADER } from '#application/contract/common.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { readReceipt, type StreamEnd } from '#application/transparency/receipt.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { everyRight } from '#domain/access/everyRight.ts';
import type { Right, Viewer, Who } from '#domain/access/right.ts';
import { sightUnder } from '#domain/access/sight.ts';
import type { Role } from '#domain/shared/actor.ts';
import { type Client, succeeded } from '#infrastructure/demo/client.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { openApiDocument } from '#infrastructure/http/openapi.ts';
import { spellings } from '#infrastructure/http/paths.ts';
import { ADDRESS, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { everyCall, goodBody } from './everyCall.ts';
import { PEOPLE, type Person, type Planted, plantedWith, WORDS } from './planted.ts';
import { type Sold, sales } from './sale.ts';
import { talks } from './talks.ts';

const market = useMarketplace();
const { shipped } = sales(market);
const { send } = talks(market);

let members: Record<Exclude<Person, 'visitor'>, Member>;
let clients: Record<Person, Client>;
const viewers = new Map<Person, Viewer>([['visitor', { id: '', roles: [] }]]);
let sold: Sold;
let soldToInsider: Sold;
let things: { suspended: string; archived: string; messageId: string; conversationId: string; talkStream: string };
let planted: Record<string, Planted>;
/** `call`: its method and path as they are declared; undefined of what was done to plant. */
let answers: { person: Person; call?: string; path: string; status?: number; text: string }[];

/** Every change that was asked for, while planting and after it. */
let heard: Heard[];

/** Both sales are paid, and cases. */
const CASE = { case: true, paid: true };
const NOBODY: Right = { by: [] };
const sees = (right: Right, who: readonly Who[]): boolean => sightUnder(right, who, CASE) === 'clear';

/** What somebody was answered without the right to it. */
const leaks = (asked: typeof answers): string[] =>
  asked.flatMap(({ person, path, text }) =>
    Object.entries(planted).flatMap(([name, { text: word, who, under }]) => {
      if (!text.includes(word)) return [];
      const right = under(path);
      const opens = path === 'disclosures' ? sightUnder(right ?? NOBODY, who(viewers.get(person)!), CASE) : undefined;
      const maySee = opens === 'openable' || (right && sees(right, who(viewers.get(person)!)));
      return maySee ? [] : [`${person} is shown ${name} by ${path}`];
    }),
  );

/** Every way of asking this: about each thing that there is. */
const pathsOf = ({ path }: Endpoint): string[] => {
  const { buyer, seller, insider, staff } = members;
  const { archived, messageId, conversationId, talkStream, suspended } = things;
  const saleIds = [sold.id, soldToInsider.id];
  const accounts = [buyer.id, seller.id, insider.id, staff.id, suspended];
  const idsFor = () => {
    if (/^transaction|^audit.sales|^staff.cases/.test(path)) return saleIds;
    if (/^listings/.test(path)) return [archived, sold.listing];
    if (/^messages.conversation/.test(path)) return [conversationId, `${seller.id}-${buyer.id}-${sold.listing}`];
    return accounts;
  };
  const streams = [
    ...saleIds.map((id) => `transaction-${id}`),
    ...accounts.map((id) => `account-${id}`),
    `listing-${archived}`,
    talkStream,
    `disclosure-${buyer.id}`,
  ];
  const filled = /\{stream\}/.test(path)
    ? streams.map((stream) => path.replace('{stream}', stream))
    : path.includes('{id}')
      ? idsFor().map((id) => path.replace('{id}', id).replace('{messageId}', messageId))
      : [path.replace(/\{\w+\}/, 'none')];
  return filled.flatMap((one) => {
    if (path === 'transaction/history') return ['purchase', 'sale'].map((type) => `${one}?type=${type}&limit=50`);
    if (path === 'audit/streams') return [...saleIds, archived, staff.email].map((text) => `${one}?search=${text}`);
    if (path === 'staff/accounts') return [`${one}?limit=50`, `${one}?search=${staff.email}`];
    if (path === 'audit/security') return [`${one}?kind=signIns&limit=50`];
    if (path === 'audit/ledger') return [`${one}?limit=50`, `${one}?sale=${sold.id}`];
    return path.includes('{id}') ? [one] : [`${one}?limit=50&token=none`];
  });
};

const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

const told = async (person: Person, path: string): Promise<string> =>
  JSON.stringify((await clients[person].get(path)).body ?? null);

const bearer = (headers: RequestInit['headers']): string | undefined =>
  new Headers(headers).get('authorization')?.slice('Bearer '.length);

type Heard = Pick<Endpoint, 'path'> & {
  method: string;
  token: string | undefined;
  status: number;
  text: string;
  request: string | null;
  receipt: string | null;
};

/** What every change is answered that anybody asks for meanwhile, and by whom it was asked. */
const overhear = () => {
  const heard: Heard[] = [];
  const listening = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
    const response = await fetched(...sent);
    const { pathname } = new URL(String(sent[0]));
    const isChange = (sent[1]?.method ?? 'GET') !== 'GET' && pathname.startsWith('/api/');
    if (!isChange) return response;
    const { status, headers } = response;
    const text = await response.clone().text();
    const asked = { method: String(sent[1]?.method).toLowerCase(), path: pathname.slice('/api/'.length) };
    const noted = { request: headers.get('x-request-id'), receipt: headers.get(RECEIPT_HEADER) };
    heard.push({ token: bearer(sent[1]?.headers), ...asked, status, text, ...noted });
    return response;
  });
  return { heard, end: () => listening.mockRestore() };
};
const fetched = globalThis.fetch;

/** All that somebody is told while it happens. */
const followEvents = async (token: string | undefined) => {
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL('/api/events', market().url), { headers, signal: leaving.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return async (): Promise<string> => {
    leaving.abort();
    await reading;
    return text;
  };
};

/** Whoever asked for these has no session, or another password, afterwards. */
const ENDS_SESSIONS = /logout|user.sessions|password|user.deletion|step-up|refresh|second-factor|passkey/;

const formOf = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return form;
};

/** Every change, asked for by everybody about the same things, with a body that its contract takes. */
const changesOf = async (person: Person): Promise<typeof answers> => {
  const changes = everyCall.filter(({ method }) => method !== 'get');
  const lasting = changes.filter(({ path }) => !ENDS_SESSIONS.test(path));
  const told: typeof answers = [];
  for (const endpoint of [...lasting, ...changes.filter((one) => !lasting.includes(one))]) {
    const [path = ''] = pathsOf(endpoint);
    const good = goodBody(endpoint, sold.id) as object;
    // the example is the account of the seller, whose number is looked for
    const body = 'iban' in good ? { ...good, iban: 'DE89370400440532013000' } : good;
    const sent = endpoint.multipart ? { form: formOf(body) } : { json: body };
    const { status, body: answer } = await clients[person].call(endpoint.method.toUpperCase(), path, sent);
    told.push({ person, call: callOf(endpoint), path, status, text: JSON.stringify(answer ?? null) });
  }
  return told;
};

/** What stands in the files of a zip; facts are ciphertext there. */
const unzipped = async (person: Person, path: string): Promise<string> => {
  const headers = person === 'visitor' ? {} : { Authorization: `Bearer ${members[person].token}` };
  const response = await fetch(new URL(`/api/${path}`, market().url), { headers });
  if (!response.ok) return response.text();
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.values(files)
    .map((content) => Buffer.from(content).toString())
    .join('\n');
};

beforeAll(async () => {
  const [buyer, seller, stranger, staff, auditor, admin, insider, suspended] = (await Promise.all([
    market().member('seebuyer'),
    market().seller('seeseller'),
    market().member('seestranger'),
    ...['seestaff', 'seeauditor', 'seeadmin', 'seeinsider', 'seesuspended'].map((name) => market().member(name)),
  ])) as [Member, Member, Member, Member, Member, Member, Member, Member];
  const grants: [Member, Role][] = [
    [staff, 'staff'],
    [auditor, 'auditor'],
    [admin, 'admin'],
    [insider, 'staff'],
  ];
  for (const [member, role] of grants) await market().grant(member, role);
  members = { buyer, seller, stranger, staff, auditor, admin, insider };
  const people = Object.keys(members) as Exclude<Person, 'visitor'>[];
  const followed = await Promise.all(
    people.map(async (person) => ({ person, leave: await followEvents(members[person].token) })),
  );
  const overheard = overhear();

  await market().publish(seller, { title: 'A planted offer' });
  const { _id: archived } = await market().publish(seller, { title: WORDS.archived });
  succeeded(await seller.put(`listings/${archived}`, { status: 'archived' }), 'planting');
  const address = { ...ADDRESS, streetAddress1: WORDS.ownAddress };
  succeeded(await buyer.put('user/shipping', address), 'planting');
  succeeded(await insider.put('user/shipping', { ...address, streetAddress1: WORDS.ownAddressOfInsider }), 'planting');
  succeeded(await buyer.post('support/contact', { subject: 'Planted', message: WORDS.question }), 'planting');
  succeeded(await staff.post(`staff/accounts/${suspended.id}/suspend`, { reason: WORDS.suspension }), 'planting');

  const { stream, events } = succeeded(await staff.get(`audit/streams/account-${buyer.id}`), 'planting');
  const set = events.find(({ type }: { type: string }) => type === 'ShippingAddressSet');
  const asked = { subject: { stream, revision: set.revision }, fields: ['address'] };
  succeeded(await staff.post('disclosures', { ...asked, purpose: 'support', reason: WORDS.opening }), 'planting');

  sold = await shipped(buyer, seller, '600.00');
  soldToInsider = await shipped(insider, seller);
  const claim = { category: 'DAMAGED', claim: 20 };
  succeeded(await buyer.post(`transaction/${sold.id}/dispute`, { ...claim, text: WORDS.claim }), 'planting');
  succeeded(
    await insider.post(`transaction/${soldToInsider.id}/dispute`, { ...claim, text: WORDS.claimOfInsider }),
    'planting',
  );
  succeeded(await seller.post(`transaction/${sold.id}/dispute/contest`, { text: 'It left whole' }), 'planting');
  succeeded(
    await staff.post(`transaction/${sold.id}/dispute/decide`, { toBuyer: 600, rationale: WORDS.rationale }),
    'planting',
  );

  const to = { listingId: sold.listing };
  succeeded(await send(seller, { content: WORDS.before, recipientId: buyer.id, ...to }), 'planting');
  const { messageId, conversationId } = succeeded(
    await send(seller, { content: WORDS.threat, recipientId: buyer.id, ...to }),
    'planting',
  );
  await market().settle();
  succeeded(await buyer.post(`messages/${messageId}/report`, { reason: WORDS.report }), 'planting');
  await market().settle();
  const { rows } = await market().marketplace.db.raw(
    'SELECT conversation_id FROM read_conversations.messages WHERE id = ?',
    [messageId],
  );
  things = {
    suspended: suspended.id,
    archived,
    messageId,
    conversationId,
    talkStream: `conversation-${rows[0].conversation_id}`,
  };

  clients = { visitor: market().client(), ...members };
  const viewerOf = async ({ id, get }: Member): Promise<Viewer> => {
    const { roles } = (await get('auth/verify')).body.user;
    return { id, roles };
  };
  for (const person of PEOPLE) if (person !== 'visitor') viewers.set(person, await viewerOf(members[person]));
  planted = plantedWith(members, sold);
  const personOf = (token: string | undefined) => people.find((person) => members[person].token === token);
  answers = overheard.heard.flatMap(({ token, path, status, text }) => {
    const person = personOf(token);
    return person ? [{ person, path, status, text }] : [];
  });
  for (const endpoint of everyCall.filter(({ method, path }) => method === 'get' && path !== 'events'))
    for (const path of pathsOf(endpoint))
      for (const person of PEOPLE)
        answers.push({
          person,
          call: callOf(endpoint),
          path,
          text: await (endpoint.produces === 'application/zip' ? unzipped : told)(person, path),
        });
  for (const person of PEOPLE) answers.push(...(await changesOf(person)));
  overheard.end();
  heard = overheard.heard;
  for (const { person, leave } of followed)
    answers.push({ person, call: 'get events', path: 'events', text: await leave() });
});

test('everybody has asked every call that the published document names', () => {
  const { paths } = openApiDocument(everyCall, market().url) as { paths: Record<string, object> };
  const declared = new Map(
    everyCall.flatMap((endpoint) =>
      spellings(endpoint).map((path) => [callOf({ ...endpoint, path }), callOf(endpoint)] as const),
    ),
  );
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => callOf({ method: method as Endpoint['method'], path: path.slice(1) })),
  );
  const asked = (person: Person) => new Set(answers.filter((one) => one.person === person).map(({ call }) => call));
  for (const person of PEOPLE) {
    const has = asked(person);
    const unasked = published.filter((call) => !has.has(declared.get(call)));
    // whoever has no session has no stream of events
    expect(unasked, person).toEqual(person === 'visitor' ? ['get events'] : []);
  }
});

test('changes are among what was answered, and what happened meanwhile', () => {
  const changed = answers.filter(({ path, status = 0 }) => path !== 'events' && status >= 200 && status < 300);
  expect(changed.length).toBeGreaterThan(40);
  const told = answers.filter(({ path }) => path === 'events').map(({ text }) => text);
  expect(told.some((text) => text.includes('event: conversation'))).toBe(true);
  for (const text of told) expect(text.replace(/event: \w+\ndata: \{\}\n\n|:[^\n]*\n\n/g, '')).toBe('');
});

test('nobody is answered a field that the table does not let them see', () => {
  expect(answers.length).toBeGreaterThan(PEOPLE.length * 40);
  expect(leaks(answers)).toEqual([]);
});

describe('whoever may see a field is answered it', () => {
  /** Each field with the calls that show it, as the calls of somebody who sees it say. */
  test('each of them, by at least one call', () => {
    const unseen = Object.entries(planted).flatMap(([name, { text, who, under }]) =>
      PEOPLE.filter((person) =>
        answers.some(({ path }) => {
          const right = under(path);
          return right !== undefined && sees(right, who(viewers.get(person)!));
        }),
      )
        .filter((person) => !answers.some((one) => one.person === person && one.text.includes(text)))
        .map((person) => `${person} is not shown ${name}`),
    );
    expect(unseen).toEqual([]);
  });

  test('and every field of the table is planted', () => {
    const looked = new Set(answers.flatMap(({ path }) => Object.values(planted).map(({ under }) => under(path))));
    const blank = everyRight.filter(({ verb, right }) => verb === 'see' && !looked.has(right)).map(({ name }) => name);
    // names and fields of which no canary is planted here; a quote is asked for in a POST, and so is what opens with a reason; photos are opened by links, whoever holds them
    expect(blank).toEqual([
      'account.see.file',
      'account.see.name',
      'account.see.fullName',
      'account.see.watched',
      'account.see.searches',
      'role.see.holders',
      'listing.see.seller',
      'listing.see.soldPrices',
      'listing.see.taken',
      'listing.see.whyReported',
      'listing.see.statement',
      'sale.see.quote',
      'sale.see.photo',
      'sale.see.review',
      'sale.see.taken',
      'case.see.notes',
      'conversation.see.messages',
      'conversation.see.image',
      'conversation.see.reported',
      'conversation.see.taken',
      'history.see.behindReason',
    ]);
  });
});

describe('an accepted command', () => {
  const declared = everyCall
    .flatMap((endpoint) => spellings(endpoint).map((path) => ({ path, endpoint })))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    .map(({ path, endpoint }) => ({ pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), endpoint }));
  const callTo = ({ method, path }: Heard): string =>
    callOf(declared.find(({ pattern, endpoint }) => endpoint.method === method && pattern.test(path))!.endpoint);
  const endsIn = (header: string): readonly StreamEnd[] =>
    readReceipt(readNote(Buffer.from(header, 'base64url').toString())!.text)!.ends;

  const ofPeople = new Set<string>(['member', 'staff', 'auditor', 'admin']);

  /** What they have written themselves, by the request; what policies do about it later is not theirs. */
  const writtenBy = async (): Promise<Map<string, StoredEvent[]>> => {
    const { store } = market().marketplace;
    const written = new Map<string, StoredEvent[]>();
    for (let after: string | undefined, more = true; more; ) {
      const page = await store.readAll({ after, limit: 500 });
      for (const event of page) {
        const { correlationId, actor } = event.metadata;
        if (!ofPeople.has(actor.role)) continue;
        written.set(correlationId, [...(written.get(correlationId) ?? []), event]);
      }
      after = page.at(-1)?.position;
      more = page.length === 500;
    }
    return written;
  };

  const signedIn = () => heard.filter(({ token }) => token !== undefined);

  test('of nobody answers none: whether there was something to write may be what they are not to know', () => {
    const visitors = heard.filter(({ token, status }) => token === undefined && status < 300);
    expect(visitors.length).toBeGreaterThan(0);
    expect(visitors.flatMap((answer) => (answer.receipt === null ? [] : [callTo(answer)]))).toEqual([]);
  });

  test('answers a receipt of all that somebody has written by it, whichever command it was', async () => {
    const written = await writtenBy();
    const wrote = signedIn().flatMap((answer) => {
      const events = written.get(answer.request ?? '') ?? [];
      const isAccepted = answer.status >= 200 && answer.status < 300;
      return isAccepted && events.length > 0 ? [{ call: callTo(answer), events, receipt: answer.receipt }] : [];
    });
    expect(new Set(wrote.map(({ call }) => call)).size).toBeGreaterThan(25);
    const unproven = wrote.flatMap(({ call, events, receipt }) => {
      const ends = receipt === null ? [] : endsIn(receipt);
      const isPromised = ({ stream, revision }: StoredEvent) =>
        ends.some((end) => end.stream === stream && end.revision >= revision);
      return events.every(isPromised) ? [] : [call];
    });
    expect([...new Set(unproven)]).toEqual([]);
  });
});

describe('a leak would be found', () => {
  const shown = (person: Person, path: string, name: string) => leaks([{ person, path, text: planted[name]!.text }]);

  test.each<[Person, () => string, string]>([
    ['stranger', () => `transaction/${sold.id}`, 'a claim'],
    ['admin', () => `transaction/${sold.id}`, 'a claim'],
    ['admin', () => `staff/cases/${soldToInsider.id}`, 'the claim of staff who bought'],
    ['auditor', () => `staff/cases/${sold.id}`, 'a claim'],
    ['buyer', () => `transaction/${sold.id}`, 'the deadline of a second person'],
    ['auditor', () => `audit/sales/${sold.id}/export`, 'an address for a sale'],
    ['staff', () => `audit/streams/account-${members.buyer.id}`, 'an own address'],
    ['staff', () => `staff/accounts/${members.seller.id}`, 'a masked bank account'],
    ['seller', () => 'seller/bank-details', 'a whole bank account'],
    ['admin', () => 'staff/message-reports?limit=50', 'a message'],
    ['stranger', () => `listings/${things.archived}`, 'an archived listing'],
    ['auditor', () => 'admin/accounts-with-roles', 'an e-mail address'],
  ])('%s and %s: %s', (person, path, name) => expect(shown(person, path(), name)).toHaveLength(1));
});
