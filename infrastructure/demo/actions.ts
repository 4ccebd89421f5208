import { createHash } from 'node:crypto';
import type { Role } from '#domain/shared/actor.ts';
import { type Client, openClient, succeeded } from './client.ts';
import { OFFERS } from './offers.ts';
import { DEMO_PASSWORD, emailOf, personNamed } from './people.ts';
import type { DemoPhotos } from './photos.ts';
import { asksForCode, signInto } from './signIn.ts';

export type ActionsOptions = {
  url: string;
  /** Admits the demo before the marketplace is open. */
  headers: Record<string, string>;
  /** Waits for policies and read models. */
  settle: () => Promise<void>;
  /** The first group of `link` in the newest e-mail to this address. */
  linkIn: (to: string, link: RegExp) => Promise<string>;
  grant: (accountId: string, role: Role) => Promise<void>;
  photos: Pick<DemoPhotos, 'read'>;
  /** True if no earlier start ran the story, so nothing needs to be looked up. */
  fresh: boolean;
};

export type Actions = ReturnType<typeof openActions>;

type StaffAction = { command: string; path: string; json: object };

/** Deterministic, so a repeated action has no effect. */
const actionId = (...action: string[]): string =>
  createHash('sha256').update(action.join('/')).digest('hex').slice(0, 32);

type Listed = { _id: string; price: number; seller: string };

/** The actions of demo people: public API calls in their name. */
export const openActions = ({ url, headers, settle, linkIn, grant, photos, fresh }: ActionsOptions) => {
  const clients = new Map<string, Promise<Client>>();
  const visitor = openClient(url, headers);
  // caches of this start; after an earlier start, values are looked up
  const listed = new Map<string, Listed>();
  const bought = new Map<string, string>();
  const ids = new Map<string, string>();

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
  const idOf = async (name: string): Promise<string> => {
    const known = ids.get(name);
    if (known) return known;
    const { _id } = succeeded(await (await as(name)).get('user/profile'), `${name} looks at the profile`);
    ids.set(name, _id);
    return _id;
  };

  const send = async (method: 'POST' | 'PUT', name: string, path: string, json: object, action: string[]) =>
    succeeded(
      await (await as(name)).call(method, path, { json, commandId: actionId(name, ...action) }),
      `${name}: ${action.join(' ')}`,
    );
  const post = (name: string, path: string, json: object, action: string[]) => send('POST', name, path, json, action);

  const findListing = async (offer: string): Promise<Listed | undefined> => {
    const { seller, title } = OFFERS[offer]!;
    const own = succeeded(await (await as(seller)).get('listings/user'), `${seller} looks at listings`);
    const found = own.find((listing: { title: string }) => listing.title === title);
    return found && { _id: found._id, price: found.price, seller: found.seller._id };
  };
  const listingOf = async (offer: string): Promise<Listed> => {
    const found = listed.get(offer) ?? (await findListing(offer));
    if (!found) throw new Error(`${offer} is not listed`);
    listed.set(offer, found);
    return found;
  };
  const transactionOf = async (buyer: string, offer: string): Promise<string> => {
    const known = bought.get(`${buyer}/${offer}`);
    if (known) return known;
    const history = { type: 'purchase', limit: 100 };
    const { transactions } = succeeded(
      await (await as(buyer)).get('transaction/history', history),
      `${buyer} looks at purchases`,
    );
    const found = transactions.find(
      (transaction: { listing: { title: string } }) => transaction.listing.title === OFFERS[offer]!.title,
    );
    if (!found) throw new Error(`${buyer} has not bought ${offer}`);
    return found._id;
  };
  const act = async (actor: string, buyer: string, offer: string, path: string, json: object = {}): Promise<void> => {
    await post(actor, `transaction/${await transactionOf(buyer, offer)}/${path}`, json, [path, buyer, offer]);
  };
  /**
   * Staff actions name the revision they are based on. An action that is no longer allowed was done by an earlier
   * start.
   */
  const decideOn = async (
    staff: string,
    [buyer, offer]: readonly [string, string],
    done: StaffAction,
  ): Promise<void> => {
    const transaction = await transactionOf(buyer, offer);
    const { revision, allowed } = succeeded(
      await (await as(staff)).get(`transaction/${transaction}`),
      `${staff} reads ${offer}`,
    );
    if (!allowed.includes(done.command)) return;
    const json = { ...done.json, basedOn: revision };
    await post(staff, `transaction/${transaction}/${done.path}`, json, [done.path, buyer, offer, String(revision)]);
  };
  const sellerOf = (offer: string): string => OFFERS[offer]!.seller;

  const reserve = async (buyer: string, offer: string): Promise<string> => {
    const { _id: listing, seller, price: amount } = await listingOf(offer);
    const { transactionId } = await post(buyer, 'transaction', { listing, seller, amount }, ['buy', offer]);
    bought.set(`${buyer}/${offer}`, transactionId);
    return transactionId;
  };

  /** The state that an earlier start left. */
  const standingOf = async (name: string): Promise<'unknown' | 'unverified' | 'verified' | 'suspended'> => {
    if (fresh) return 'unknown';
    const known = await visitor.post('auth/login', { email: emailOf(name), password: DEMO_PASSWORD });
    if (known.status === 200 || asksForCode(known)) return 'verified';
    if (known.body?.code === 'accountSuspended') return 'suspended';
    return known.status === 403 ? 'unverified' : 'unknown';
  };
  const register = async (name: string): Promise<void> => {
    if ((await standingOf(name)) !== 'unknown') return;
    const registration = {
      username: name,
      email: emailOf(name),
      password: DEMO_PASSWORD,
      country: personNamed(name).country,
      platformAgreements: { termsAccepted: true },
    };
    succeeded(
      await visitor.post('auth/register', registration, { commandId: actionId(name, 'register') }),
      `${name} registers`,
    );
  };

  const verify = async (name: string): Promise<void> => {
    const link = await linkIn(emailOf(name), /verify-email\?token=([\w%.-]+)/);
    succeeded(await openClient(url, headers).get(`auth/verify/${link}`), `${name} verifies the address`);
  };

  /** Verifies the e-mail address and completes the profile. */
  const moveIn = async (name: string): Promise<void> => {
    const { fullName, country, address, seller, roles } = personNamed(name);
    const standing = await standingOf(name);
    if (standing === 'suspended') return;
    if (standing !== 'verified') await verify(name);
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
    if (roles) {
      const id = await idOf(name);
      for (const role of roles) await grant(id, role);
      clients.delete(name);
    }
  };

  const publish = async (name: string): Promise<void> => {
    const { seller, photos: many, day: _, shippingRates, ...offer } = OFFERS[name]!;
    if (!fresh && (await findListing(name))) return;
    const form = new FormData();
    const fields = { subfaction: '', disclaimerAccepted: 'true', ...offer };
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    if (shippingRates) form.set('shippingRates', JSON.stringify(shippingRates));
    for (let place = 1; place <= many; place++)
      form.append('images', await pictureOf(name, place), `${name}-${place}.webp`);
    const client = await as(seller);
    const { _id } = succeeded(
      await client.call('POST', 'listings', { form, commandId: actionId(seller, 'publish', name) }),
      `${seller} lists ${name}`,
    );
    listed.set(name, { _id, price: Number(offer.price), seller: await idOf(seller) });
  };

  const pictureOf = async (offer: string, place: number): Promise<Blob> =>
    new Blob([new Uint8Array(await photos.read(offer, place))], { type: 'image/webp' });

  const watch = async (name: string, offer: string): Promise<void> =>
    void (await send('PUT', name, `user/watching/${(await listingOf(offer))._id}`, {}, ['watch', offer]));

  /** @param price in euros */
  const reduce = async (offer: string, price: string): Promise<void> => {
    const { title, franchise, condition, paintQuality, description, mainFaction, subfaction = '' } = OFFERS[offer]!;
    const known = await listingOf(offer);
    const revision = { title, franchise, condition, paintQuality, description, mainFaction, subfaction, price };
    await send('PUT', sellerOf(offer), `listings/${known._id}`, revision, ['reduce', offer]);
    listed.set(offer, { ...known, price: Number(price) });
  };

  /** Chooses the item, gives the address and pays. Policies record the payment later. */
  const buy = async (buyer: string, offer: string): Promise<void> => {
    const id = await reserve(buyer, offer);
    const { fullName, address, country } = personNamed(buyer);
    const shipping = { shippingAddress: { fullName, streetAddress2: '', ...address, country } };
    const client = await as(buyer);
    const opened = await client.put(`transaction/${id}/shipping`, shipping, {
      commandId: actionId(buyer, 'shipping', offer),
    });
    if (opened.status === 409) return; // paid by an earlier attempt
    const { pathname } = new URL(succeeded(opened, `${buyer} goes to payment`).checkoutUrl);
    const paid = await visitor.post(pathname, { outcome: 'paid' });
    if (![200, 303, 410].includes(paid.status)) throw new Error(`${buyer} pays for ${offer}: ${paid.status}`);
  };

  /** The buyer writes to the seller about an offer; with `answers`, the seller to the buyer. */
  const write = async (buyer: string, offer: string, content: string, { answers = false } = {}): Promise<void> => {
    const { _id: listingId, seller } = await listingOf(offer);
    const author = answers ? sellerOf(offer) : buyer;
    const form = new FormData();
    const message = { content, listingId, recipientId: answers ? await idOf(buyer) : seller };
    for (const [field, value] of Object.entries(message)) form.set(field, value);
    const commandId = actionId(author, 'write', buyer, offer, content);
    succeeded(await (await as(author)).call('POST', 'messages/send', { form, commandId }), `${author} writes`);
  };

  /** Uploads evidence and returns its keys; undefined if an earlier attempt has already used it. */
  const photograph = async (actor: string, buyer: string, offer: string): Promise<string[] | undefined> => {
    const form = new FormData();
    form.append('images', await pictureOf(offer, 2), 'item.webp');
    const path = `transaction/${await transactionOf(buyer, offer)}/evidence`;
    const reply = await (await as(actor)).call('POST', path, { form, commandId: actionId(actor, 'evidence', offer) });
    if (reply.status === 409) return undefined;
    return succeeded(reply, `${actor} shows ${offer}`).keys;
  };

  /** Looked up by staff, because suspended accounts cannot sign in. */
  const accountOf = async (staff: string, name: string): Promise<string> => {
    const known = ids.get(name);
    if (known) return known;
    const query = { search: emailOf(name) };
    const { accounts } = succeeded(await (await as(staff)).get('staff/accounts', query), `${staff} finds ${name}`);
    return accounts[0]._id;
  };

  /** Returns the id of the price offer. */
  const propose = async (buyer: string, offer: string, price: number): Promise<string> => {
    const path = `listings/${(await listingOf(offer))._id}/price-proposals`;
    return (await post(buyer, path, { price }, ['propose', offer, String(price)])).id;
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
    /** Marks notifications and messages as read. */
    catchUp: async (name: string): Promise<void> => {
      await send('PUT', name, 'notifications/read-all', {}, ['reads all']);
      const client = await as(name);
      const { conversations } = succeeded(await client.get('messages/conversations'), `${name} looks at messages`);
      for (const { conversationId, unreadCount } of conversations)
        if (unreadCount > 0)
          await post(name, `messages/conversation/${conversationId}/read`, {}, ['reads', conversationId]);
    },
    settle,
    reserve: async (buyer: string, offer: string) => void (await reserve(buyer, offer)),
    ship: (buyer: string, offer: string, trackingCode: string, carrier: string | null = null) =>
      act(sellerOf(offer), buyer, offer, 'confirm-shipment', { trackingCode, carrier }),
    receive: (buyer: string, offer: string) => act(buyer, buyer, offer, 'confirm-delivery'),
    /** A review is public on the seller's page. */
    rate: async (buyer: string, offer: string, rating: number, review?: string): Promise<void> => {
      const transactionId = await transactionOf(buyer, offer);
      const { seller } = await listingOf(offer);
      await post(buyer, `user/${seller}/rate`, { rating, transactionId, ...(review && { review }) }, ['rate', offer]);
    },
    answerReview: async (buyer: string, offer: string, text: string) =>
      void (await post(sellerOf(offer), `reviews/${await transactionOf(buyer, offer)}/answer`, { text }, [
        'review',
        offer,
      ])),
    /** By the seller. */
    reportReview: async (buyer: string, offer: string, reason: string) =>
      void (await post(
        sellerOf(offer),
        `reviews/${await transactionOf(buyer, offer)}/report`,
        { part: 'review', reason },
        ['report review', offer],
      )),
    reportListing: async (name: string, offer: string, ground: string, explanation: string) =>
      void (await post(name, `listings/${(await listingOf(offer))._id}/report`, { ground, explanation }, [
        'report',
        offer,
      ])),
    saveSearch: async (name: string, search: Record<string, string> & { name: string }) =>
      void (await post(name, 'user/searches', search, ['search', search.name])),
    propose: async (buyer: string, offer: string, price: number) => void (await propose(buyer, offer, price)),
    /** The buyer proposes, and the seller declines. */
    refuse: async (buyer: string, offer: string, price: number): Promise<void> => {
      const proposal = await propose(buyer, offer, price);
      const path = `listings/${(await listingOf(offer))._id}/price-proposals/${proposal}/refuse`;
      await post(sellerOf(offer), path, {}, ['refuse', offer, String(price)]);
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
    /** By the seller, before the decision. */
    state: (buyer: string, offer: string, text: string) =>
      act(sellerOf(offer), buyer, offer, 'dispute/statement', { text }),
    /** Above €200 both parties can read the draft for a day first; above €500 a second staff member confirms. */
    decide: (staff: string, buyer: string, offer: string, toBuyer: string, rationale: string) =>
      decideOn(staff, [buyer, offer], {
        command: 'DecideDispute',
        path: 'dispute/decide',
        json: { toBuyer, rationale },
      }),
    /** The buyer's bank asks for the payment back. */
    chargeBack: async (buyer: string, offer: string): Promise<void> => {
      const path = `/simulated-provider/bank/${await transactionOf(buyer, offer)}`;
      const { status } = await visitor.post(path, { claim: 'opened' });
      if (status !== 200 && status !== 409) throw new Error(`the bank of ${buyer} asks for ${offer} back: ${status}`);
    },
    /** Blocks the money until staff release it. */
    hold: (staff: string, buyer: string, offer: string, reason: string) =>
      decideOn(staff, [buyer, offer], { command: 'PlaceStaffHold', path: 'hold', json: { reason } }),
    suspend: async (staff: string, name: string, reason: string) =>
      void (await post(
        staff,
        `staff/accounts/${await accountOf(staff, name)}/suspend`,
        { reason, ground: 'messages' },
        ['suspend', name],
      )),
    /** Closes a suspended account for good; a second staff member confirms. */
    terminate: async (staff: string, name: string, reason: string) =>
      void (await post(staff, `staff/accounts/${await accountOf(staff, name)}/terminate`, { reason }, [
        'terminate',
        name,
      ])),
    /** Another admin confirms. */
    proposeRole: async (admin: string, name: string, role: Role) =>
      void (await post(admin, 'admin/roles/grant', { account: emailOf(name), role }, ['propose', name, role])),
  };
};
