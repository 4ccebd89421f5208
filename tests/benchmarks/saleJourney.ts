import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type Client, openClient, succeeded } from '#infrastructure/demo/client.ts';
import type { AdapterSet, Mail } from './adapterSets.ts';

const PASSWORD = 'Correct-horse1!';
const PATIENCE_MS = 120_000;
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
  mainFaction: 'Dragons',
  condition: 'Painted',
  price: '50.00',
  description: 'Painted with care.',
  disclaimerAccepted: 'true',
};

type Member = Client & { id: string; email: string };

const until = async <Value>(what: string, ask: () => Promise<Value | undefined | false>): Promise<Value> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(5)) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
  }
  throw new Error(`${what} did not come`);
};

/** A buyer and a seller at one server, and what one sale between them takes, in ms. */
export const openJourney = async (url: string, { stripe, emails }: AdapterSet) => {
  const visitor = openClient(url);
  stripe?.deliver(async ({ body, headers }) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const { status } = await fetch(`${url}/api/webhooks/payments`, { ...request, body: new Uint8Array(body) });
    if (status !== 200) throw new Error(`a webhook was answered ${status}`);
  });
  const atDevMail = async (): Promise<Mail[]> =>
    (await visitor.call('GET', '/dev/mail', { headers: { accept: 'application/json' } })).body.messages;
  const signIn = async (client: Client, email: string) =>
    client.signInWith(succeeded(await client.post('auth/login', { email, password: PASSWORD }), 'sign-in').token);

  const member = async (username: string): Promise<Member> => {
    const client = openClient(url);
    const email = `${username}@example.com`;
    const account = { username, email, password: PASSWORD, country: 'Netherlands' };
    succeeded(await client.post('auth/register', { ...account, platformAgreements: { termsAccepted: true } }), 'join');
    const link = /verify-email\?token=([\w%.-]+)/;
    const token = await until('the mail', async () => {
      const received = (emails ? emails() : await atDevMail()).filter(({ to }) => to === email);
      return received.map(({ text }) => link.exec(text)?.[1]).find(Boolean);
    });
    succeeded(await client.get(`auth/verify/${token}`), 'verification');
    await signIn(client, email);
    const { body } = await client.get('user/profile');
    return Object.assign(client, { id: (body.user ?? body)._id as string, email });
  };

  const [buyer, seller] = await Promise.all([member('benchbuyer'), member('benchseller')]);
  succeeded(await seller.post('seller/register'), 'seller terms');
  const bank = { accountHolder: 'Bench', iban: 'NL91ABNA0417164300', bankName: 'Bank' };
  succeeded(await seller.post('seller/bank-details', bank), 'bank details');
  await until('the verified bank account', async () => {
    const [account] = stripe?.of('account') ?? [];
    if (account && !(account as { payouts_enabled?: boolean }).payouts_enabled) {
      stripe?.approve(account.id);
      await seller.post('seller/bank-details/check');
    }
    return (await seller.get('seller/status')).body.bankAccount.verified === true;
  });
  const image = { width: 640, height: 480, channels: 3, background: '#705030' } as const;
  const photo = await sharp({ create: image }).jpeg().toBuffer();

  const becomes = (transaction: string, status: string) =>
    until(status, async () => (await buyer.get(`transaction/${transaction}`)).body.status === status);
  const pay = async (transaction: string, checkoutUrl: string): Promise<void> => {
    if (stripe) {
      const [session] = stripe.of('checkout.session', ({ client_reference_id: id }) => id === transaction);
      stripe.pay(session!.id);
      await stripe.flush();
      return;
    }
    const body = new URLSearchParams({ outcome: 'paid' });
    await (await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' })).arrayBuffer();
  };
  const endPayouts = async (): Promise<void> => {
    for (const { id, status } of stripe?.of('payout') ?? []) if (status === 'pending') stripe?.endPayout(id, 'paid');
    await stripe?.flush();
  };

  /** From the offer until nobody can object any more. */
  const sell = async (): Promise<string> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(OFFER)) form.set(name, value);
    form.append('images', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'dragon.jpg');
    const listing = succeeded(await seller.call('POST', 'listings', { form }), 'publishing')._id;
    const order = { listing, amount: 50, seller: seller.id };
    const { transactionId: transaction } = succeeded(await buyer.post('transaction', order), 'buying');
    const address = { shippingAddress: ADDRESS };
    const { checkoutUrl } = succeeded(await buyer.put(`transaction/${transaction}/shipping`, address), 'address');
    await pay(transaction, checkoutUrl);
    await becomes(transaction, 'AWAIT_SHIPPING');
    const parcel = { trackingCode: '3STEST' };
    succeeded(await seller.post(`transaction/${transaction}/confirm-shipment`, parcel), 'shipment');
    succeeded(await buyer.post(`transaction/${transaction}/confirm-delivery`), 'delivery');
    await becomes(transaction, 'READY_FOR_PAYOUT');
    return transaction;
  };
  const timed = async <Value>(work: () => Promise<Value>): Promise<[Value, number]> => {
    const began = performance.now();
    return [await work(), performance.now() - began];
  };

  const sold: string[] = [];
  return {
    /** One sale; ms. */
    sell: async (): Promise<number> => {
      const [transaction, ms] = await timed(sell);
      sold.push(transaction);
      return ms;
    },
    /** Days pass until the payout run has paid all of them; ms that the day of the run takes. */
    payOut: async (): Promise<number> => {
      const statusOf = async (transaction: string) => (await buyer.get(`transaction/${transaction}`)).body.status;
      for (let day = 0; day < 14; day++) {
        const began = performance.now();
        succeeded(await visitor.post('/dev/clock', { advanceMs: 86_400_000 }), 'the clock');
        await signIn(buyer, buyer.email);
        if ((await statusOf(sold[0]!)) === 'READY_FOR_PAYOUT') continue;
        for (const transaction of sold)
          await until('the payout', async () => {
            await endPayouts();
            return (await statusOf(transaction)) === 'COMPLETED';
          });
        return performance.now() - began;
      }
      throw new Error('nothing was paid out within two weeks');
    },
  };
};
