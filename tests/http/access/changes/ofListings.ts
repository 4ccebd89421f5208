import { succeeded } from '#infrastructure/demo/client.ts';
import { LISTING, type Member } from '#tests/support/marketplace.ts';
import type { Person } from '../../planted.ts';
import { type Change, notThere, SIGNED_IN, word } from './change.ts';
import type { Stage } from './stage.ts';

const SELLER: Pick<Change, 'by' | 'closed'> = { by: ['seller'], closed: notThere('notYourListing', 'seller') };
const ALL_BUT_SELLER = SIGNED_IN.filter((one) => one !== 'seller');
const PROPOSAL = 'post listings/{id}/price-proposals/{proposal}';

/** Listings, price offers, reports and reviews. */
export const changesOfListings = (stage: () => Stage): Change[] => {
  const seller = (): Member => stage().people.seller;
  const offered = async (): Promise<string> => (await stage().offer(seller()))._id;
  let listing = '';
  const there = async () => {
    if (listing === '') listing = await offered();
    return { in: { id: listing } };
  };

  const offers: Change[] = [
    {
      call: 'post listings',
      by: ['seller', 'stranger'],
      closed: notThere('sellerTermsRequired', 'seller', 'stranger'),
      scene: () => ({ body: { ...LISTING, title: word(), description: word() }, picture: 'images' }),
    },
    {
      call: 'post listings/{id}/photos',
      ...SELLER,
      scene: async () => ({ ...(await there()), body: { order: 'new' }, picture: 'images' }),
    },
    {
      call: 'put listings/{id}',
      ...SELLER,
      scene: async () => ({ ...(await there()), body: { ...LISTING, status: 'active', title: word() } }),
    },
    {
      call: 'put user/watching/{id}',
      by: ALL_BUT_SELLER,
      closed: { seller: 'ownListingWatched' },
      scene: there,
    },
    { call: 'delete user/watching/{id}', by: SIGNED_IN, scene: there },
  ];

  const proposing = async (price: number) => {
    const id = await offered();
    const made = await stage().people.buyer.post(`listings/${id}/price-proposals`, { price });
    return { id, proposal: succeeded(made, 'a proposal').id as string };
  };
  const answered = (path: string, body: object, by: 'buyer' | 'seller'): Change => ({
    call: `${PROPOSAL}/${path}`,
    by: [by],
    closed: {
      ...notThere('proposalNotFound', by),
      // the author must wait for the other side, who has no offer to withdraw
      ...(by === 'seller' ? { buyer: 'proposalWaits' } : { seller: 'proposalOver' }),
    },
    scene: async () => ({ in: await proposing(40), body }),
  });
  const proposals: Change[] = [
    {
      call: 'post listings/{id}/price-proposals',
      by: ALL_BUT_SELLER,
      closed: { seller: 'ownListing' },
      scene: async () => ({ in: { id: await offered() }, body: { price: 40 } }),
    },
    answered('accept', { price: 40 }, 'seller'),
    answered('counter', { price: 45 }, 'seller'),
    answered('refuse', {}, 'seller'),
    answered('withdraw', {}, 'buyer'),
  ];

  const decided: Record<string, string> = {};
  const reports: Change[] = [
    { call: 'post listings/{id}/report', by: ALL_BUT_SELLER, closed: { seller: 'ownListingReported' }, scene: there },
    {
      call: 'post staff/listing-reports/{id}/decide',
      by: ['staff', 'insider'],
      scene: async (asking) => {
        const id = await offered();
        const report = { ground: 'rights', explanation: word() };
        succeeded(await stage().people.buyer.post(`listings/${id}/report`, report), 'a report');
        decided[asking] = id;
        return { in: { id }, body: { outcome: 'removed' } };
      },
    },
    {
      call: 'post user/reports/{id}/complain',
      by: ['seller'],
      // the buyer reported it, and it was removed
      closed: { ...notThere('noSuchReport', 'seller'), buyer: 'noReasonToComplain' },
      scene: () => ({ in: { id: decided.staff! } }),
    },
    {
      call: 'post staff/listing-reports/{id}/answer',
      by: ['insider'],
      closed: { staff: 'anotherPersonDecides' },
      scene: () => ({ in: { id: decided.staff! }, body: { outcome: 'reversed' } }),
    },
    {
      call: 'post staff/listings/{id}/remove',
      by: ['staff', 'insider'],
      scene: async () => ({ in: { id: await offered() } }),
    },
  ];

  let searched: Partial<Record<Person, string>> = {};
  const search = (asking: Person) => ({ in: { id: searched[asking]! } });
  const searches: Change[] = [
    { call: 'post user/searches', by: SIGNED_IN, scene: () => ({ body: { search: word(), name: word() } }) },
    {
      call: 'put user/searches/{id}',
      by: SIGNED_IN,
      scene: async (asking) => {
        const own = (await stage().client(asking).get('user/searches')).body.searches;
        searched = { ...searched, [asking]: own[0]._id };
        return { ...search(asking), body: { pace: 'daily' } };
      },
    },
    { call: 'post user/searches/{id}/look', by: SIGNED_IN, scene: search },
    { call: 'delete user/searches/{id}', by: SIGNED_IN, scene: search },
  ];

  const said = new Map<Person, string>();
  const say = async (asking: Person) => {
    const message = { content: word(), recipientId: stage().people.buyer.id, listingId: listing };
    const { messageId } = succeeded(await stage().send(seller(), message), 'a message');
    said.set(asking, messageId);
    return messageId as string;
  };
  const talks: Change[] = [
    {
      call: 'post messages/send',
      by: SIGNED_IN,
      scene: async (asking) => {
        const { buyer, seller } = stage().people;
        const recipient = asking === 'seller' ? buyer : seller;
        const about = { recipientId: recipient.id, listingId: (await there()).in.id };
        return { body: { ...about, content: word() }, picture: 'image' };
      },
    },
    {
      call: 'post messages/conversation/{id}/read',
      by: ['buyer', 'seller'],
      closed: notThere('conversationNotFound', 'buyer', 'seller'),
      scene: (asking) => {
        const { buyer, seller } = stage().people;
        const [own, other] = asking === 'buyer' ? [buyer, seller] : [seller, buyer];
        return { in: { id: `${own.id}-${other.id}-${listing}` } };
      },
    },
    {
      call: 'post messages/{id}/report',
      by: ['buyer'],
      closed: { ...notThere('messageNotFound', 'buyer'), seller: 'ownMessageReported' },
      scene: async (asking) => {
        const id = await say(asking);
        await stage().market.settle();
        return { in: { id } };
      },
    },
    {
      call: 'post staff/message-reports/{id}/resolve',
      by: ['staff', 'insider'],
      scene: async (asking) => {
        if (asking === 'staff') return { in: { id: said.get('buyer')! } };
        const id = await say(asking);
        await stage().market.settle();
        succeeded(await stage().people.buyer.post(`messages/${id}/report`, { reason: word() }), 'a report');
        await stage().market.settle();
        return { in: { id }, body: { outcome: 'warned', rule: 'insult' } };
      },
    },
  ];

  const bell = async () => {
    await stage().market.settle();
    const { notifications } = (await seller().get('notifications')).body;
    return { in: { id: notifications[0]._id as string } };
  };
  const RUNG: Pick<Change, 'by' | 'closed'> = { by: ['seller'], closed: notThere('notificationNotFound', 'seller') };
  const bells: Change[] = [
    { call: 'put notifications/{id}/read', ...RUNG, scene: bell },
    { call: 'delete notifications/{id}', ...RUNG, scene: bell },
    { call: 'put notifications/read-all', by: SIGNED_IN, scene: () => ({}) },
  ];

  const blocked = () => ({ in: { id: stage().twins.visitor.id } });
  const others: Change[] = [
    { call: 'post user/{id}/block', by: SIGNED_IN, scene: blocked },
    { call: 'delete user/{id}/block', by: SIGNED_IN, scene: blocked },
    { call: 'post support/contact', by: SIGNED_IN, scene: () => ({}) },
  ];

  return [...offers, ...proposals, ...reports, ...searches, ...talks, ...bells, ...others];
};
