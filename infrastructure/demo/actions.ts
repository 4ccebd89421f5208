import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Role } from '#domain/shared/actor.ts';
import { type Client, openClient, succeeded } from './client.ts';
import { OFFERS } from './offers.ts';
import { DEMO_PASSWORD, emailOf, personNamed } from './people.ts';
import { asksForCode, signInto } from './signIn.ts';

type ActionsOptions = {
  url: string;
  /** Lets this visitor in while the marketplace is not open to others yet. */
  headers: Record<string, string>;
  /** Lets policies and read models follow. */
  settle: () => Promise<void>;
  /** The text of the newest mail to an address that holds `link`. */
  linkIn: (to: string, link: RegExp) => Promise<string>;
  grant: (accountId: string, role: Role) => Promise<void>;
};

export type Actions = ReturnType<typeof openActions>;

/** Beside the sources: the compiled server has no copy of its own. */
const PHOTOS = ['./photos/', '../../../../infrastructure/demo/photos/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const photo = (name: string): Promise<Buffer> => readFile(`${PHOTOS.find(existsSync) ?? PHOTOS[0]}${name}.webp`);

/** The same action has the same id in every attempt, so that it is done once. */
const actionId = (...action: string[]): string =>
  createHash('sha256').update(action.join('/')).digest('hex').slice(0, 32);

/** What people do in the demo: calls of the public API, made in their name. */
export const openActions = ({ url, headers, settle, linkIn, grant }: ActionsOptions) => {
  const clients = new Map<string, Promise<Client>>();
  const visitor = openClient(url, headers);

  const signIn = async (name: string): Promise<Client> => {
    const client = openClient(url, headers);
    client.signInWith(succeeded(await signInto(client, name), `${name} signs in`).token);
    return client;
  };
  const as = (name: string): Promise<Client> => {
    const client = clients.get(name) ?? signIn(name);
    clients.set(name, client);
    return client;
  };

  const post = async (name: string, path: string, json: object, action: string[]) =>
    succeeded(
      await (await as(name)).post(path, json, { commandId: actionId(name, ...action) }),
      `${name}: ${action.join(' ')}`,
    );

  const listingOf = async (offer: string) => {
    const { seller, title } = OFFERS[offer]!;
    const own = succeeded(await (await as(seller)).get('listings/user'), `${seller} looks at listings`);
    return own.find((listing: { title: string }) => listing.title === title);
  };
  const saleOf = async (buyer: string, offer: string): Promise<string> => {
    const history = { type: 'purchase', limit: 100 };
    const { transactions } = succeeded(
      await (await as(buyer)).get('transaction/history', history),
      `${buyer} looks at purchases`,
    );
    const found = transactions.find(
      (sale: { listing: { title: string } }) => sale.listing.title === OFFERS[offer]!.title,
    );
    if (!found) throw new Error(`${buyer} has not bought ${offer}`);
    return found._id;
  };
  const act = async (actor: string, buyer: string, offer: string, path: string, json: object = {}): Promise<void> => {
    await post(actor, `transaction/${await saleOf(buyer, offer)}/${path}`, json, [path, offer]);
  };
  const sellerOf = (offer: string): string => OFFERS[offer]!.seller;

  const reserve = async (buyer: string, offer: string): Promise<string> => {
    const listing = await listingOf(offer);
    const purchase = { listing: listing._id, seller: listing.seller._id, amount: listing.price };
    return (await post(buyer, 'transaction', purchase, ['buy', offer])).transactionId;
  };

  const register = async (name: string): Promise<void> => {
    const { country } = personNamed(name);
    const known = await visitor.post('auth/login', { email: emailOf(name), password: DEMO_PASSWORD });
    if (known.status === 200 || known.status === 403 || asksForCode(known)) return; // registered by an attempt before this one
    const registration = {
      username: name,
      email: emailOf(name),
      password: DEMO_PASSWORD,
      country,
      platformAgreements: { termsAccepted: true },
    };
    succeeded(
      await visitor.post('auth/register', registration, { commandId: actionId(name, 'register') }),
      `${name} registers`,
    );
  };

  /** Verifies the address and fills in what an account has. */
  const moveIn = async (name: string): Promise<void> => {
    const { fullName, country, address, seller, offices } = personNamed(name);
    const known = await visitor.post('auth/login', { email: emailOf(name), password: DEMO_PASSWORD });
    if (known.status !== 200 && !asksForCode(known)) {
      const token = await linkIn(emailOf(name), /verify-email\?token=([\w%.-]+)/);
      succeeded(await visitor.get(`auth/verify/${token}`), `${name} verifies the address`);
    }
    const client = await as(name);
    succeeded(await client.put('users/profile', { fullName, country }), `${name} has a name`);
    succeeded(
      await client.put('user/shipping', { fullName, streetAddress2: '', ...address }),
      `${name} has an address`,
    );
    if (seller) {
      const { domesticRate, continentalRate, iban, bankName } = seller;
      const terms = await client.post('seller/register', {}, { commandId: actionId(name, 'seller') });
      if (terms.status !== 409) succeeded(terms, `${name} becomes a seller`);
      await post(name, 'seller/bank-details', { accountHolder: fullName, iban, bankName }, ['bank']);
      succeeded(await client.put('user/shipping-rates', { domesticRate, continentalRate }), `${name} sets rates`);
    }
    if (offices) {
      const { body } = await client.get('user/profile');
      for (const role of offices) await grant(body._id, role);
      clients.delete(name);
    }
  };

  const publish = async (name: string): Promise<void> => {
    const { seller, photos, day: _, ...offer } = OFFERS[name]!;
    if (await listingOf(name)) return;
    const form = new FormData();
    for (const [field, value] of Object.entries({ subfaction: '', disclaimerAccepted: 'true', ...offer }))
      form.set(field, value);
    for (const file of photos)
      form.append('images', new Blob([new Uint8Array(await photo(file))], { type: 'image/webp' }), `${file}.webp`);
    const client = await as(seller);
    succeeded(
      await client.call('POST', 'listings', { form, commandId: actionId(seller, 'publish', name) }),
      `${seller} lists ${name}`,
    );
  };

  const watch = async (name: string, offer: string): Promise<void> => {
    const { _id } = await listingOf(offer);
    const commandId = actionId(name, 'watch', offer);
    succeeded(await (await as(name)).put(`user/watching/${_id}`, {}, { commandId }), `${name} watches ${offer}`);
  };

  /** @param price in euros */
  const reduce = async (offer: string, price: string): Promise<void> => {
    const { _id, title, franchise, condition, paintQuality, description, mainFaction, subfaction } =
      await listingOf(offer);
    const revision = { title, franchise, condition, paintQuality, description, mainFaction, subfaction, price };
    const seller = sellerOf(offer);
    const commandId = actionId(seller, 'reduce', offer);
    succeeded(await (await as(seller)).put(`listings/${_id}`, revision, { commandId }), `${seller} reduces ${offer}`);
  };

  /** Chooses the item, gives the address, pays. */
  const buy = async (buyer: string, offer: string): Promise<void> => {
    const id = await reserve(buyer, offer);
    const { fullName, address, country } = personNamed(buyer);
    const shipping = { shippingAddress: { fullName, streetAddress2: '', ...address, country } };
    const client = await as(buyer);
    const opened = await client.put(`transaction/${id}/shipping`, shipping, {
      commandId: actionId(buyer, 'shipping', offer),
    });
    if (opened.status === 409) return; // paid by an attempt before this one
    const { pathname } = new URL(succeeded(opened, `${buyer} goes to payment`).checkoutUrl);
    const paid = await visitor.post(pathname, { outcome: 'paid' });
    if (![200, 303, 410].includes(paid.status)) throw new Error(`${buyer} pays for ${offer}: ${paid.status}`);
    await settle();
  };

  /** About an offer: the buyer writes to its seller, or, when `answers` is set, the seller to that buyer. */
  const write = async (buyer: string, offer: string, content: string, { answers = false } = {}): Promise<void> => {
    const [listing, asker] = await Promise.all([listingOf(offer), as(buyer)]);
    const { body: profile } = await asker.get('user/profile');
    const author = answers ? sellerOf(offer) : buyer;
    const form = new FormData();
    const message = { content, listingId: listing._id, recipientId: answers ? profile._id : listing.seller._id };
    for (const [field, value] of Object.entries(message)) form.set(field, value);
    const commandId = actionId(author, 'write', buyer, offer, content);
    succeeded(await (await as(author)).call('POST', 'messages/send', { form, commandId }), `${author} writes`);
  };

  /** A photo of the item, uploaded for its sale; answers its key, undefined where an attempt before this one has said what it is for. */
  const photograph = async (actor: string, buyer: string, offer: string): Promise<string[] | undefined> => {
    const { photos } = OFFERS[offer]!;
    const form = new FormData();
    form.append('images', new Blob([new Uint8Array(await photo(photos.at(-1)!))], { type: 'image/webp' }), 'item.webp');
    const path = `transaction/${await saleOf(buyer, offer)}/evidence`;
    const reply = await (await as(actor)).call('POST', path, { form, commandId: actionId(actor, 'evidence', offer) });
    if (reply.status === 409) return undefined;
    return succeeded(reply, `${actor} shows ${offer}`).keys;
  };

  return {
    register,
    moveIn,
    publish,
    watch,
    reduce,
    buy,
    ask: (buyer: string, offer: string, content: string) => write(buyer, offer, content),
    answer: (buyer: string, offer: string, content: string) => write(buyer, offer, content, { answers: true }),
    catchUp: async (name: string): Promise<void> => {
      await settle();
      const options = { commandId: actionId(name, 'reads all') };
      succeeded(await (await as(name)).put('notifications/read-all', {}, options), `${name} reads what is new`);
    },
    reserve: async (buyer: string, offer: string) => void (await reserve(buyer, offer)),
    ship: (buyer: string, offer: string, trackingCode: string, carrier: string | null = null) =>
      act(sellerOf(offer), buyer, offer, 'confirm-shipment', { trackingCode, carrier }),
    receive: (buyer: string, offer: string) => act(buyer, buyer, offer, 'confirm-delivery'),
    rate: async (buyer: string, offer: string, rating: number): Promise<void> => {
      const transactionId = await saleOf(buyer, offer);
      const { seller } = await listingOf(offer);
      await post(buyer, `user/${seller._id}/rate`, { rating, transactionId }, ['rate', offer]);
    },
    sellerCancels: (buyer: string, offer: string) =>
      act(sellerOf(offer), buyer, offer, 'cancel', { reason: 'SHIPPING_ISSUES', otherReason: null }),
    dispute: async (buyer: string, offer: string, claim: string, text: string) => {
      const evidence = await photograph(buyer, buyer, offer);
      if (evidence) await act(buyer, buyer, offer, 'dispute', { category: 'DAMAGED', claim, text, evidence });
    },
    requestReturn: async (buyer: string, offer: string, text: string) => {
      const evidence = await photograph(buyer, buyer, offer);
      if (evidence) await act(buyer, buyer, offer, 'return', { text, evidence });
    },
    contest: (buyer: string, offer: string, text: string) =>
      act(sellerOf(offer), buyer, offer, 'dispute/contest', { text }),
    /** The seller, until it is decided. */
    state: (buyer: string, offer: string, text: string) =>
      act(sellerOf(offer), buyer, offer, 'dispute/statement', { text }),
    /** Above €200 both parties read it for a day before it can be confirmed; above €500 by a second member of staff. */
    decide: (staff: string, buyer: string, offer: string, toBuyer: string, rationale: string) =>
      act(staff, buyer, offer, 'dispute/decide', { toBuyer, rationale }),
  };
};
