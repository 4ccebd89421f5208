import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type Client, openClient, type Reply, succeeded } from '#infrastructure/demo/client.ts';
import { newId } from '#infrastructure/system/ids.ts';
import type { StripePeer } from '#tests/support/stripePeer/peer.ts';

type Mail = { to: string; text: string };
type ReadMails = () => Promise<readonly Mail[]>;

/** Failures by kind, and the longest wait for one action. */
export type Seen = { failures: Map<string, number>; longest: number; finished: number };
/** Acknowledged events: each must exist exactly once. */
export type Acknowledged = { stream: string; fact: string };
type Person = { client: Client; id: string };

const PATIENCE = 180_000;
const PASSWORD = 'Correct-horse1!';
const ADDRESS = {
  fullName: 'Ada Buyer',
  streetAddress1: 'Lange Straat 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};
const OFFER = {
  title: 'A painted dragon',
  franchise: 'Dungeons & Dragons',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: '50.00',
  description: 'Painted with care, kept behind glass.',
  mainFaction: 'Dragons',
  subfaction: '',
  disclaimerAccepted: 'true',
};

const until = async <Value>(ask: () => Promise<Value | undefined | false>, what: string): Promise<Value> => {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await delay(100)) {
    const value = await ask();
    if (value) return value;
  }
  throw new Error(`${what}: not after ${PATIENCE / 1_000} s`);
};

/** The system error code, or the HTTP status. */
const kindOf = (failure: unknown): string => {
  const cause = failure instanceof Error ? (failure.cause as { code?: string } | undefined) : undefined;
  return cause?.code ?? (failure instanceof Error ? failure.name : String(failure));
};

/** Pairs of people who trade in parallel and retry as browsers do, with the same command id. */
export const openTrade = (url: string, readMails: ReadMails, stripe?: StripePeer) => {
  const seen: Seen = { failures: new Map(), longest: 0, finished: 0 };
  const acknowledged: Acknowledged[] = [];
  const failed = (kind: string): void => void seen.failures.set(kind, (seen.failures.get(kind) ?? 0) + 1);

  const insist = async <Body>(ask: () => Promise<Reply<Body>>, what: string): Promise<Reply<Body>> => {
    const since = Date.now();
    while (Date.now() - since < PATIENCE) {
      try {
        const reply = await ask();
        seen.longest = Math.max(seen.longest, Date.now() - since);
        if (reply.status < 500 && reply.status !== 429) return reply;
        failed(String(reply.status));
      } catch (failure) {
        failed(kindOf(failure));
      }
      await delay(100);
    }
    throw new Error(`${what}: nobody answered for ${PATIENCE / 1_000} s`);
  };

  const enter = async (username: string): Promise<Person> => {
    const email = `${username}@example.com`;
    const client = openClient(url);
    const registration = { username, email, password: PASSWORD, country: 'Netherlands' };
    const agreed = { platformAgreements: { termsAccepted: true } };
    succeeded(await client.post('auth/register', { ...registration, ...agreed }), 'registering');
    const link = /verify-email\?token=([\w%.-]+)/;
    const mail = await until(
      async () => (await readMails()).find(({ to, text }) => to === email && link.test(text)),
      'the mail',
    );
    succeeded(await client.get(`auth/verify/${link.exec(mail.text)![1]}`), 'verifying');
    const session = succeeded(await client.post('auth/login', { email, password: PASSWORD }), 'signing in');
    client.signInWith(session.token);
    return { client, id: session.user._id };
  };
  const enterSeller = async (username: string): Promise<Person> => {
    const person = await enter(username);
    const bank = { accountHolder: username, iban: 'NL91ABNA0417164300', bankName: 'Bank' };
    succeeded(await person.client.post('seller/register'), 'seller terms');
    succeeded(await person.client.post('seller/bank-details', bank), 'bank details');
    const verified = async () => {
      for (const { id, payouts_enabled: known } of stripe?.of('account') ?? []) if (!known) stripe?.approve(id);
      if (stripe) await person.client.post('seller/bank-details/check');
      return (await person.client.get('seller/status')).body.bankAccount?.verified === true;
    };
    await until(verified, 'the bank account');
    return person;
  };

  // Redelivers rejected webhooks, as Stripe does.
  stripe?.deliver(async ({ body, headers }) => {
    const eventText = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
    };
    await until(async () => (await fetch(`${url}/api/webhooks/payments`, eventText)).ok, 'the word of the provider');
  });
  const payAt = async (checkoutUrl: string, transaction: string): Promise<void> => {
    if (stripe) {
      const session = stripe.of('checkout.session', ({ client_reference_id: id }) => id === transaction).at(-1)!;
      stripe.pay(session.id);
      return void (await stripe.flush());
    }
    const page = new URL(new URL(checkoutUrl).pathname, url);
    const paying = { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }), redirect: 'manual' as const };
    const pay = async (): Promise<Reply> => {
      const answer = await fetch(page, paying);
      await answer.arrayBuffer();
      return { status: answer.status, headers: answer.headers, body: {} };
    };
    await insist(pay, 'paying');
  };

  const act = async ({ client }: Person, method: string, path: string, json: object) => {
    const commandId = newId();
    return succeeded(await insist(() => client.call(method, path, { json, commandId }), path), path);
  };

  const sell = async (seller: Person, buyer: Person, photo: Buffer): Promise<void> => {
    const form = (): FormData => {
      const filled = new FormData();
      for (const [name, value] of Object.entries(OFFER)) filled.set(name, value);
      filled.append('images', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
      return filled;
    };
    const commandId = newId();
    const publish = () => seller.client.call('POST', 'listings', { form: form(), commandId });
    const { _id: listing } = succeeded(await insist(publish, 'publishing'), 'publishing');
    acknowledged.push({ stream: `listing-${listing}`, fact: 'ListingPublished' });
    const { transactionId: id } = await act(buyer, 'POST', 'transaction', { listing, amount: 50, seller: seller.id });
    const stream = `transaction-${id}`;
    acknowledged.push({ stream, fact: 'TransactionCreated' });
    const { checkoutUrl } = await act(buyer, 'PUT', `transaction/${id}/shipping`, { shippingAddress: ADDRESS });
    acknowledged.push({ stream, fact: 'ShippingSet' });
    await payAt(checkoutUrl, id);
    acknowledged.push({ stream, fact: 'PaymentCaptured' });
    const status = async () => (await insist(() => buyer.client.get(`transaction/${id}`), 'looking')).body.status;
    await until(async () => (await status()) === 'AWAIT_SHIPPING', `the payment of ${id}`);
    await act(seller, 'POST', `transaction/${id}/confirm-shipment`, { trackingCode: '3STEST' });
    acknowledged.push({ stream, fact: 'ShipmentConfirmed' });
    await act(buyer, 'POST', `transaction/${id}/confirm-delivery`, {});
    acknowledged.push({ stream, fact: 'DeliveryConfirmed' });
    seen.finished++;
  };

  /** Runs until `stop`, then lets each pair finish its sale. */
  const begin = async (pairs: number) => {
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#705030' } })
      .jpeg()
      .toBuffer();
    const people: [Person, Person][] = [];
    for (let pair = 0; pair < pairs; pair++)
      people.push([await enterSeller(`seller${pair}`), await enter(`buyer${pair}`)]);
    let open = true;
    const trading = Promise.all(
      people.map(async ([seller, buyer]) => {
        while (open) await sell(seller, buyer, photo);
      }),
    );
    const stop = (): Promise<unknown> => {
      open = false;
      return trading;
    };
    // `stop` reports the error; until then nobody waits for it
    trading.catch(() => undefined);
    return stop;
  };

  return { seen, acknowledged, begin };
};
