import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyRight } from '#domain/access/everyRight.ts';
import type { Right, Viewer, Who } from '#domain/access/right.ts';
import { sightUnder } from '#domain/audit/sight.ts';
import type { Role } from '#domain/shared/actor.ts';
import { type Client, succeeded } from '#infrastructure/demo/client.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { openApiDocument } from '#infrastructure/http/openapi.ts';
import { spellings } from '#infrastructure/http/paths.ts';
import { ADDRESS, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { everyCall } from '../everyCall.ts';
import { PEOPLE, type Person, type Planted, plantedWith, WORDS } from '../planted.ts';
import { type Sold, sales } from '../sale.ts';
import { talks } from '../talks.ts';

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
/** `call`: method and path as declared. */
let answers: { person: Person; call: string; path: string; text: string }[];

/** Both transactions are paid, and cases. */
const CASE = { case: true, paid: true };
const NOBODY: Right = { by: [] };
const sees = (right: Right, who: readonly Who[]): boolean => sightUnder(right, who, CASE) === 'clear';

/** Words that somebody was shown without the right. */
const leaks = (asked: readonly Omit<(typeof answers)[number], 'call'>[]): string[] =>
  asked.flatMap(({ person, path, text }) =>
    Object.entries(planted).flatMap(([name, { text: word, who, under }]) => {
      if (!text.includes(word)) return [];
      const right = under(path);
      const opens = /^disclosures$|\/opened(\?|$)/.test(path)
        ? sightUnder(right ?? NOBODY, who(viewers.get(person)!), CASE)
        : undefined;
      const maySee = opens === 'openable' || (right && sees(right, who(viewers.get(person)!)));
      return maySee ? [] : [`${person} is shown ${name} by ${path}`];
    }),
  );

/** Every path of this call, one for each existing target. */
const pathsOf = ({ path }: Endpoint): string[] => {
  const { buyer, seller, insider, staff } = members;
  const { archived, messageId, conversationId, talkStream, suspended } = things;
  const transactionIds = [sold.id, soldToInsider.id];
  const accounts = [buyer.id, seller.id, insider.id, staff.id, suspended];
  const idsFor = () => {
    if (/^transaction|^audit.sales|^staff.cases/.test(path)) return transactionIds;
    if (/^listings/.test(path)) return [archived, sold.listing];
    if (/^messages.conversation/.test(path)) return [conversationId, `${seller.id}-${buyer.id}-${sold.listing}`];
    return accounts;
  };
  const streams = [
    ...transactionIds.map((id) => `transaction-${id}`),
    ...accounts.map((id) => `account-${id}`),
    `listing-${archived}`,
    talkStream,
    `disclosure-${buyer.id}`,
  ];
  const filled = /\{stream\}/.test(path)
    ? streams.map((stream) => path.replace('{stream}', stream).replace('{n}', '0'))
    : path.includes('{id}')
      ? idsFor().map((id) => path.replace('{id}', id).replace('{messageId}', messageId))
      : [path.replace(/\{\w+\}/, 'none')];
  return filled.flatMap((one) => {
    if (path === 'transaction/history') return ['purchase', 'sale'].map((type) => `${one}?type=${type}&limit=50`);
    if (path === 'audit/streams')
      return [...transactionIds, archived, staff.email].map((text) => `${one}?search=${text}`);
    if (path === 'staff/accounts') return [`${one}?limit=50`, `${one}?search=${staff.email}`];
    if (path === 'audit/security') return [`${one}?kind=signIns&limit=50`];
    if (path === 'audit/ledger') return [`${one}?limit=50`, `${one}?sale=${sold.id}`];
    return path.includes('{id}') ? [one] : [`${one}?limit=50&token=none`];
  });
};

const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

const told = async (person: Person, path: string): Promise<string> =>
  JSON.stringify((await clients[person].get(path)).body ?? null);

/** The text of all files in a zip; events are encrypted there. */
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

  await market().publish(seller, { title: 'A planted offer' });
  const { _id: archived } = await market().publish(seller, { title: WORDS.archived });
  succeeded(await seller.put(`listings/${archived}`, { status: 'archived' }), 'planting');
  const address = { ...ADDRESS, streetAddress1: WORDS.ownAddress };
  succeeded(await buyer.put('user/shipping', address), 'planting');
  succeeded(await insider.put('user/shipping', { ...address, streetAddress1: WORDS.ownAddressOfInsider }), 'planting');
  succeeded(await buyer.post('support/contact', { subject: 'Planted', message: WORDS.question }), 'planting');
  succeeded(
    await staff.post(`staff/accounts/${suspended.id}/suspend`, { reason: WORDS.suspension, ground: 'listings' }),
    'planting',
  );

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
  answers = [];
  for (const endpoint of everyCall.filter(
    ({ method, produces }) => method === 'get' && produces !== 'text/event-stream',
  ))
    for (const path of pathsOf(endpoint))
      for (const person of PEOPLE)
        answers.push({
          person,
          call: callOf(endpoint),
          path,
          text: await (endpoint.produces === 'application/zip' ? unzipped : told)(person, path),
        });
});

test('everybody sends every reading call of openapi.json', () => {
  const { paths } = openApiDocument(everyCall, market().url) as { paths: Record<string, object> };
  const declared = new Map(
    everyCall.flatMap((endpoint) =>
      spellings(endpoint).map((path) => [callOf({ ...endpoint, path }), callOf(endpoint)] as const),
    ),
  );
  const published = Object.entries(paths).flatMap(([path, methods]) =>
    'get' in methods ? [callOf({ method: 'get', path: path.slice(1) })] : [],
  );
  expect(published.length).toBeGreaterThan(60);
  for (const person of PEOPLE) {
    const has = new Set(answers.filter((one) => one.person === person).map(({ call }) => call));
    const unasked = published.filter((call) => !has.has(declared.get(call)!));
    // `whoChanges` and `events` read the event streams while something happens
    expect([...unasked].sort(), person).toEqual(['get audit/streams/{stream}/changes', 'get events']);
  }
});

test('nobody gets a field that the access table hides from them', () => {
  expect(answers.length).toBeGreaterThan(PEOPLE.length * 40);
  expect(leaks(answers)).toEqual([]);
});

describe('people who may see a field get it', () => {
  /** Each field with the calls that show it to somebody with the right. */
  test('by at least one call each', () => {
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

  test('with every field of the table planted', () => {
    const looked = new Set(answers.flatMap(({ path }) => Object.values(planted).map(({ under }) => under(path))));
    const blank = everyRight.filter(({ verb, right }) => verb === 'see' && !looked.has(right)).map(({ name }) => name);
    // fields without a canary here: names, quotes and opened data (by POST), and photos (by link)
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
      'listing.see.removedPhotos',
      'sale.see.quote',
      'sale.see.photo',
      'sale.see.returnAddress',
      'sale.see.review',
      'sale.see.whyRemoved',
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

describe('a planted leak is found', () => {
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
