import { beforeAll, describe, expect, test } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Reply } from '#infrastructure/demo/client.ts';
import { ADDRESS, eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

/** What every call writes, costs and pays to whom. */
const market = useMarketplace();
const { bought, paid, shipped, becomes, checkout } = sales(market);
const { send } = talks(market);
const BANK = { accountHolder: 'Ada Lovelace', iban: 'DE89370400440532013000', bankName: 'Bank' };

let buyer: Member;
let seller: Member;
beforeAll(async () => {
  [buyer, seller] = await Promise.all([market().member('ada_l'), market().seller('kessler')]);
});

type Operation = { method: string; path: string; body?: Record<string, unknown> };

const published = async (): Promise<Operation[]> => {
  const { body } = await market().client().get('openapi.json');
  return Object.entries(body.paths as Record<string, Record<string, { deprecated?: boolean }>>).flatMap(
    ([path, item]) =>
      Object.entries(item)
        .filter(([, { deprecated }]) => !deprecated)
        .map(([method]) => ({ method: method.toUpperCase(), path: path.slice(1) })),
  );
};

const written = async (after = ''): Promise<StoredEvent[]> => {
  const all = await market().marketplace.store.readAll({ limit: 100_000 });
  return all.filter(({ position }) => position > after);
};

describe('money', () => {
  /** The payer never says who is paid, or where to. */
  const PAYEE = /"\w*(iban|payee|destination|payout|bankAccount|accountHolder)\w*":/i;

  test('stays in escrow for a paid sale, whatever call of the API is tried [D1-002]', async () => {
    const sold = await paid(buyer, seller);
    const calls = (await published()).filter(({ method, path }) => method !== 'GET' && path.includes('{id}'));
    expect(calls.length).toBeGreaterThan(10);
    // skip the two calls with which a party may end a sale early
    const early = /cancel|confirm-delivery/;
    const tried: string[] = [];
    for (const { method, path } of calls.filter(({ path }) => !early.test(path)))
      for (const who of [seller, buyer]) {
        const json = {
          trackingCode: '3STEST',
          reason: 'x',
          amount: 50,
          iban: BANK.iban,
          destination: BANK,
          status: 'COMPLETED',
        };
        const { status } = await who.call(method, path.replace('{id}', sold.id), { json });
        tried.push(`${method} ${path}: ${status}`);
      }
    await market().settle();
    expect(tried.filter((call) => call.endsWith(': 500'))).toEqual([]);
    expect(tried).toContain('POST transaction/{id}/confirm-shipment: 200');
    const types = new Set((await written()).map(({ type }) => type));
    expect([...types].filter((type) => /^Payout/.test(type))).toEqual([]);
    expect(types).toContain('ShipmentConfirmed');
  });

  test('goes only to the account in the seller’s settings: no request of a buyer names one [D1-002]', async () => {
    const { body } = await market().client().get('openapi.json');
    const withAccount = Object.entries(body.paths as Record<string, Record<string, { requestBody?: object }>>).flatMap(
      ([path, item]) =>
        Object.entries(item)
          .filter(([, { requestBody }]) => {
            const named = JSON.stringify(requestBody ?? {}).match(/#\/components\/schemas\/\w+/g) ?? [];
            const schemas = named.map((name) => JSON.stringify(body.components.schemas[name.split('/').at(-1) ?? '']));
            return PAYEE.test([JSON.stringify(requestBody ?? {}), ...schemas].join());
          })
          .map(([method]) => `${method} ${path}`),
    );
    expect(withAccount.length).toBeGreaterThan(0);
    for (const call of withAccount) expect(call).toMatch(/^(post|put) \/users?\/|^(post|put) \/seller\//);
  });

  /** Every number of an answer that means money, with its path. */
  const sums = (value: unknown, place = ''): { place: string; sum: number }[] => {
    if (Array.isArray(value)) return value.flatMap((item) => sums(item, place));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      if (typeof inner !== 'number') return sums(inner, `${place}.${name}`);
      return /price|amount|fee|cost|rate$|total$|value|earn|spent/i.test(name)
        ? [{ place: `${place}.${name}`, sum: inner }]
        : [];
    });
  };
  const currencies = (value: unknown): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inner]) => (name === 'currency' ? [inner] : currencies(inner)));

  test('is in euros with at most two decimals in every answer [D1-014]', async () => {
    const [odd, { id, listing }] = [market().client(), await bought(buyer, seller, '33.33')];
    await checkout(buyer, { id, listing });
    const answers: Reply[] = await Promise.all([
      odd.get('listings'),
      ...['user/profile', 'user/detailed-stats', 'transaction/my-transactions', 'user/data'].flatMap((path) => [
        buyer.get(path),
        seller.get(path),
      ]),
      ...[`transaction/${id}`, `listings/${listing}`].map((path) => buyer.get(path)),
      seller.get('listings/user'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const found = answers.flatMap(({ body }) => sums(body));
    expect(found.map(({ sum }) => sum)).toEqual(expect.arrayContaining([33.33, 2.42]));
    expect(found.filter(({ sum }) => Number(sum.toFixed(2)) !== sum)).toEqual([]);
    const named = answers.flatMap(({ body }) => currencies(body));
    expect(new Set(named)).toEqual(new Set(['EUR']));
  });

  test('in a third decimal or another currency is rejected or ignored [D1-014]', async () => {
    const form = await market().listingForm({ price: '10.005' });
    form.set('currency', 'USD');
    const refused = await seller.call('POST', 'listings', { form });
    expect(refused.status).toBe(400);
    form.set('price', '10.05');
    const made = await seller.call('POST', 'listings', { form });
    expect(made.status).toBe(201);
    expect((await seller.get(`listings/${made.body._id}`)).body.price).toBe(10.05);
    // with quotes, because sealed text may contain these letters by chance
    expect(JSON.stringify(await written())).not.toContain('"USD"');
  });
});

test('needs accepted seller terms to sell, and waits for a verified bank account [D1-010]', async () => {
  const maker = await market().member('maker');
  const offer = async () => maker.call('POST', 'listings', { form: await market().listingForm() });
  expect((await offer()).status).toBe(403);
  await maker.post('seller/register');
  expect((await offer()).status).toBe(201);
  expect((await maker.get('seller/status')).body).toMatchObject({
    hasBankDetails: false,
    bankAccount: { verified: false },
  });

  const sold = await shipped(buyer, maker);
  await buyer.post(`transaction/${sold.id}/confirm-delivery`);
  await market().settle();
  await becomes(buyer, sold, 'ESCROW_COMPLETED');
  expect((await maker.post('seller/bank-details', BANK)).status).toBeLessThan(300);
  await market().settle();
  await becomes(maker, sold, 'READY_FOR_PAYOUT');
});

describe('the event-sourced core', () => {
  test('answers each write of a member with the position of its event [D1-017]', async () => {
    const [ada, bob] = [await market().member('writer1'), await market().seller('writer2')];
    const { _id: listing } = await market().publish(bob);
    const { _id: other } = await market().publish(bob);
    const bought = await ada.post('transaction', { listing: other, amount: 50, seller: bob.id });
    const asked = { content: 'Sealed?', recipientId: bob.id, listingId: listing };
    const writes: [string, Member, () => Promise<Reply>][] = [
      ['ProfileUpdated', ada, () => ada.put('users/profile', { fullName: 'Ada' })],
      ['ShippingAddressSet', ada, () => ada.put('user/shipping', ADDRESS)],
      ['ShippingRatesSet', bob, () => bob.put('user/shipping-rates', { domesticRate: 4, continentalRate: 9 })],
      ['SellerTermsAccepted', ada, () => ada.post('seller/register')],
      ['BankDetailsProvided', ada, () => ada.post('seller/bank-details', BANK)],
      ['ListingPublished', ada, async () => ada.call('POST', 'listings', { form: await market().listingForm() })],
      ['MessageSent', ada, () => send(ada, asked)],
      ['AccountBlocked', bob, () => bob.post(`user/${ada.id}/block`)],
      ['AccountUnblocked', bob, () => bob.delete(`user/${ada.id}/block`)],
      ['TransactionCancelled', ada, () => ada.post(`transaction/${bought.body.transactionId}/cancel`)],
    ];
    for (const [event, who, write] of writes) {
      const before = await market().marketplace.store.head();
      const { status, headers } = await write();
      expect(status, event).toBeLessThan(300);
      const position = headers.get('x-position');
      const appended = (await written(before)).filter(({ metadata }) => metadata.actor.id === who.id);
      expect(
        appended.map(({ type }) => type),
        event,
      ).toContain(event);
      expect(appended.at(-1)?.position, event).toBe(position);
    }
  });

  test('appends nothing in a query and answers it from read models [D1-017]', async () => {
    const sold = await paid(buyer, seller);
    await market().settle();
    const ids: Record<string, string> = { '{id}': sold.id, '{token}': 'x'.repeat(43), '{name}': 'dnd' };
    const before = await market().marketplace.store.head();
    const asked: string[] = [];
    for (const { path } of (await published()).filter(({ method }) => method === 'GET')) {
      // the event stream never ends, and a link from an e-mail is an action
      if (/^events|verify\/\{/.test(path)) continue;
      const { status } = await buyer.get(path.replace(/\{\w+\}/g, (name) => ids[name] ?? sold.id));
      expect(status, path).not.toBe(500);
      asked.push(path);
    }
    expect(asked).toEqual(expect.arrayContaining(['listings', 'transaction/{id}', 'user/profile', 'notifications']));
    await market().settle();
    // a refused access is logged, and the nightly ledger check may run meanwhile
    const appended = (await written(before)).filter(({ type }) => !/^(AccessRefused|Ledger)/.test(type));
    expect(appended.map(({ type }) => type)).toEqual([]);
  });
});

test('answers 401 without a token, except for public calls [D2-253]', async () => {
  const visitor = market().client();
  const open: string[] = [];
  for (const { method, path } of await published()) {
    const { status } = await visitor.call(method, path.replace(/\{\w+\}/g, '0'.repeat(32)));
    if (status !== 401) open.push(`${method} ${path}`);
  }
  expect(open.sort()).toEqual(
    [
      'POST auth/register',
      'POST auth/login',
      'POST auth/passkey',
      'POST auth/passkey/options',
      'POST auth/resume',
      'GET auth/verify/{token}',
      'POST auth/resend-verification',
      'POST auth/forgot-password',
      'GET auth/email-change',
      'POST auth/email-change/confirm',
      'POST auth/email-change/refuse',
      'GET auth/second-factor',
      'POST auth/second-factor/disown',
      'GET auth/reset-password/validate',
      'POST auth/reset-password',
      'GET listings',
      'GET listings/{id}',
      'GET listings/franchises',
      'GET listings/factions',
      'GET listings/countries',
      'GET listings/continents',
      // a click in an e-mail, with a signed link
      'POST emails/unsubscribe/{token}',
      'GET emails/unsubscribe/{token}',
      // public details and figures of a seller
      'GET sellers/{id}',
      'GET sellers/{id}/listings',
      'GET sellers/{id}/reviews',
      'GET listings/{id}/around',
      // contains no person
      'GET prices/sold',
      // hashes only, which show whether the log was rewritten
      'GET proof/log',
      'GET proof/consistency',
      'GET transaction/{id}/evidence/{file}',
      'GET messages/conversation/{id}/image/{messageId}',
    ].sort(),
  );
});

test('notifies one person of the other’s actions [D1-001]', async () => {
  const { _id: listingId } = await market().publish(seller);
  const { status } = await send(buyer, { content: 'Is it sealed?', recipientId: seller.id, listingId });
  expect(status).toBe(201);
  await paid(buyer, seller);
  const told = await eventually(async () => {
    const { notifications } = (await seller.get('notifications', { limit: 50 })).body;
    const types = new Set((notifications as { type: string }[]).map(({ type }) => type));
    return types.size > 1 && types;
  });
  expect([...told].join()).toMatch(/message/i);
});
