import { beforeAll, describe, expect, test } from 'vitest';
import { gateOf } from '#domain/access/right.ts';
import type { Role } from '#domain/shared/actor.ts';
import type { Client, Reply } from '#infrastructure/demo/client.ts';
import type { Endpoint } from '#infrastructure/http/endpoint.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { ADDRESS, type Member, photo, useMarketplace } from '#tests/support/marketplace.ts';
import { later, sampleOf } from '#tests/support/tier.ts';
import { everyCall, goodBody, isForVisitors, rolesFor } from '../everyCall.ts';
import { type Sold, sales } from '../sale.ts';
import { talks } from '../talks.ts';

const market = useMarketplace();
const { shipped } = sales(market);
const { send } = talks(market);

const WORDS = 'Between the two of us';
let buyer: Member;
let seller: Member;
let stranger: Member;
let colleagues: Record<'staff' | 'auditor' | 'admin', Member>;
let ended: Record<string, Member>;
let sold: Sold;
let talk: { messageId: string; conversationId: string };
let notification: string;

const holder = async (role: 'staff' | 'auditor' | 'admin') => market().grant(await market().member(`who${role}`), role);

beforeAll(async () => {
  [buyer, seller, stranger] = [
    await market().member('whobuyer'),
    await market().seller('whoseller'),
    await market().seller('whostranger'),
  ];
  colleagues = { staff: await holder('staff'), auditor: await holder('auditor'), admin: await holder('admin') };
  sold = await shipped(buyer, seller);
  const message = { content: WORDS, recipientId: seller.id, listingId: sold.listing, image: await photo() };
  talk = (await send(buyer, message)).body;
  await market().settle();
  notification = (await buyer.get('notifications')).body.notifications[0]._id;
  const [suspended, left, reset] = [
    await market().member('whosuspended'),
    await market().member('wholeft'),
    await market().member('whoreset'),
  ];
  expect(
    (await colleagues.staff.post(`staff/accounts/${suspended.id}/suspend`, { reason: 'casts', ground: 'listings' }))
      .status,
  ).toBe(200);
  expect((await left.post('auth/logout')).status).toBe(204);
  await market().client().post('auth/forgot-password', { email: reset.email });
  const token = await market().tokenFrom(reset.email, '/reset-password');
  const newPassword = { token, password: 'Another-horse2!' };
  expect((await market().client().post('auth/reset-password', newPassword)).status).toBe(200);
  ended = { suspended, left, reset };
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The path with the id of somebody else’s thing, or of nothing. */
const pathOf = ({ path }: Endpoint, ofOthers: boolean): string => {
  const thing = () => {
    if (!ofOthers) return newId();
    if (/^transaction|^audit.sales|^staff.cases/.test(path)) return sold.id;
    if (/listings/.test(path)) return sold.listing;
    if (/^notifications/.test(path)) return notification;
    if (/^messages.conversation/.test(path)) return talk.conversationId;
    return /^messages/.test(path) ? talk.messageId : seller.id;
  };
  return path.replace('{messageId}', () => talk.messageId).replace(/\{\w+\}/, thing);
};

const formOf = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return form;
};

const ask = (endpoint: Endpoint, by: Client, ofOthers: boolean): Promise<Reply> => {
  const body = goodBody(endpoint, ofOthers ? sold.id : newId()) as object;
  const sent = endpoint.multipart ? { form: formOf(body) } : { json: body };
  const query = { type: 'purchase', search: 'a', token: 'x' };
  const [method, path] = [endpoint.method.toUpperCase(), pathOf(endpoint, ofOthers)];
  return by.call(method, path, method === 'GET' ? { query } : sent);
};

/** Without the nightly ledger check, which may run meanwhile. */
const written = async (since: string | undefined) =>
  (await market().marketplace.store.readAll({ after: since, limit: 500 })).filter(({ type }) => !/^Ledger/.test(type));
const head = () => market().marketplace.store.head();

describe('a caller without a session', () => {
  test('gets 401 from every call that is not for visitors, and changes nothing', async () => {
    const before = await head();
    for (const endpoint of everyCall.filter((endpoint) => !isForVisitors(endpoint))) {
      const { status, body } = await ask(endpoint, market().client(), true);
      expect([status, body.code], nameOf(endpoint)).toEqual([401, 'notSignedIn']);
    }
    expect(await written(before)).toEqual([]);
  });

  later.test.each(['suspended', 'left', 'reset'])('gets 401 with an old token too: %s', async (how) => {
    const before = await head();
    for (const endpoint of everyCall.filter((endpoint) => !isForVisitors(endpoint) || endpoint.knowsCaller))
      expect((await ask(endpoint, ended[how]!, true)).status, nameOf(endpoint)).toBe(401);
    expect(await written(before)).toEqual([]);
  });
});

describe('a call for staff, auditors or admins', () => {
  const theirs = everyCall.filter((endpoint) => rolesFor(endpoint));

  test.each(sampleOf(theirs).map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const roles = rolesFor(endpoint) ?? [];
    for (const [role, person] of Object.entries({ member: stranger, ...colleagues })) {
      const { status, body } = await ask(endpoint, person, false);
      if (roles.includes(role as Role)) expect([401, 403], `${role}: ${JSON.stringify(body)}`).not.toContain(status);
      else expect([status, body.code], role).toEqual([403, 'notAllowed']);
    }
  });
});

/** Belongs to somebody else, but is open to everybody. */
const FOR_ALL = new Set([
  'get listings/{id}',
  'get listings/{id}/around',
  'get sellers/{id}',
  'get sellers/{id}/listings',
  'post listings/{id}/report',
  'get sellers/{id}/reviews',
  'post user/{id}/block',
  'delete user/{id}/block',
  'delete user/watching/{id}',
  'post listings/{id}/price-proposals',
  'delete user/searches/{id}',
  'get auth/verify/{token}',
  'post emails/unsubscribe/{token}',
  'get emails/unsubscribe/{token}',
]);
/** Its existence is public; only the owner may change it. */
const KNOWN_TO_ALL = new Set(['put listings/{id}', 'post listings/{id}/photos']);

describe('a transaction of two other people', () => {
  const ofOthers = everyCall.filter(
    (endpoint) => endpoint.path.includes('{') && !rolesFor(endpoint) && !FOR_ALL.has(nameOf(endpoint)),
  );
  const calls = sampleOf(ofOthers).map((endpoint) => [nameOf(endpoint), endpoint] as const);

  test.each(calls)(
    '%s does not exist for a stranger, nor for a role that may change things',
    async (name, endpoint) => {
      const before = await head();
      const reading = /^get transaction/.test(name) ? [] : Object.values(colleagues);
      for (const somebody of [stranger, ...reading]) {
        const { status, body } = await ask(endpoint, somebody, true);
        expect(status, JSON.stringify(body)).toBe(KNOWN_TO_ALL.has(name) ? 403 : 404);
        for (const secret of [ADDRESS.fullName, ADDRESS.streetAddress1, WORDS, buyer.username])
          expect(JSON.stringify(body)).not.toContain(secret);
      }
      expect(await written(before)).toEqual([]);
    },
  );

  test('appears in no list and no file of a stranger', async () => {
    const lists = everyCall.filter(
      (endpoint) =>
        endpoint.method === 'get' && gateOf(endpoint.may) === 'signedIn' && !/\{|events/.test(endpoint.path),
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const endpoint of lists) {
      const { status, body } = await ask(endpoint, stranger, true);
      expect(status, nameOf(endpoint)).toBe(200);
      for (const secret of [
        sold.id,
        buyer.id,
        seller.id,
        buyer.email,
        ADDRESS.fullName,
        WORDS,
        talk.messageId,
        notification,
      ])
        expect(JSON.stringify(body), nameOf(endpoint)).not.toContain(secret);
    }
  });
});
