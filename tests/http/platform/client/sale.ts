import { ok } from '@oazapfts/runtime';
// generated from the served document by ../generatedClient.test.ts, which copies this file into the same folder
import * as api from './reliquary.ts';

/** Everything outside the API: mailbox, payment page, clock. */
export type Surroundings = {
  url: string;
  photo: Blob;
  verificationToken: (email: string) => Promise<string>;
  pay: (checkoutUrl: string) => Promise<unknown>;
  passDays: (days: number) => Promise<unknown>;
  until: <Value>(ask: () => Promise<Value | undefined | false>) => Promise<Value>;
};

const PASSWORD = 'Correct-horse1!';

/** One sale from registration to rating, through the generated client only. */
export const sell = async ({ url, photo, verificationToken, pay, passDays, until }: Surroundings) => {
  api.defaults.baseUrl = `${url}/api`;

  const signIn = async (email: string) => {
    const { token } = await ok(api.signIn({ email, password: PASSWORD }));
    return { headers: { Authorization: `Bearer ${token}` } };
  };
  const join = async (username: string) => {
    const email = `${username}@example.com`;
    const { userId } = await ok(
      api.register({
        username,
        email,
        password: PASSWORD,
        country: 'Netherlands',
        platformAgreements: { termsAccepted: true },
      }),
    );
    await ok(api.verifyEmail(await verificationToken(email)));
    return { userId, email, as: await signIn(email) };
  };
  const seller = await join('typedseller');
  const buyer = await join('typedbuyer');

  await ok(api.acceptSellerTerms({}, seller.as));
  const bank = { accountHolder: 'Typed Seller', iban: 'NL91 ABNA 0417 1643 00', bankName: 'Bank' };
  await ok(api.provideBankDetails(bank, {}, seller.as));
  await until(async () => (await ok(api.getSellerStatus({}, seller.as))).bankAccount.verified);

  const { id: listing } = await ok(
    api.createListing(
      {
        title: 'A painted dragon',
        franchise: 'Dungeons & Dragons',
        mainFaction: 'Dragons',
        condition: 'Painted',
        paintQuality: 'High Tabletop',
        price: '50.00',
        description: 'Painted with care.',
        disclaimerAccepted: true,
        shippingRates: JSON.stringify({ domesticRate: 4.5, continentalRate: '9.00' }),
        images: [photo, photo],
      },
      { xCommandId: 'typed-client-listing-1' },
      seller.as,
    ),
  );
  const [cover] = (
    await until(async () => api.getListing(listing).then((answer) => answer.status === 200 && answer.data))
  ).images;
  await ok(api.changeListingPhotos(listing, { order: `new,${cover!.s3Key}`, images: [photo] }, {}, seller.as));
  const { images } = await until(async () => {
    const shown = await ok(api.getListing(listing));
    return shown.images[1]?.s3Key === cover!.s3Key && shown;
  });

  const purchase = { listing, seller: seller.userId, amount: 50 };
  const { transactionId: id } = await ok(api.createTransaction(purchase, {}, buyer.as));
  const address = { fullName: 'Ada Buyer', streetAddress1: 'Lange Straat 1', city: 'Utrecht', postalCode: '3511 AA' };
  const shipping = { shippingAddress: { ...address, country: 'Netherlands' as const } };
  const { checkoutUrl } = await ok(api.setTransactionShipping(id, shipping, {}, buyer.as));
  await pay(checkoutUrl);
  const becomes = (status: api.TransactionDetail['status']) =>
    until(async () => {
      const shown = await ok(api.getTransaction(id, {}, buyer.as));
      return shown.status === status && shown;
    });
  await becomes('AWAIT_SHIPPING');

  const words = { recipientId: seller.userId, listingId: listing, content: 'Please pack it well.', image: photo };
  const { conversationId } = await ok(api.sendMessage(words, {}, buyer.as));
  const { messages } = await until(async () => {
    const page = await ok(api.getConversation(conversationId, {}, seller.as));
    return page.messages.length > 0 && page;
  });

  await ok(api.confirmShipment(id, { trackingCode: '3STYPED' }, {}, seller.as));
  const { keys } = await ok(api.uploadEvidence(id, { images: [photo] }, {}, buyer.as));
  await ok(api.confirmDelivery(id, {}, buyer.as));
  // past the payout run and the bank’s answer; sessions expire before that
  await passDays(8);
  buyer.as = await signIn(buyer.email);
  const { parts } = await becomes('COMPLETED');

  const rating = { transactionId: id, rating: 5, review: 'Just as described.' };
  await ok(api.rateSeller(seller.userId, rating, {}, buyer.as));
  const { reviews } = await until(async () => {
    const page = await ok(api.listSellerReviews(seller.userId));
    return page.reviews.length > 0 && page;
  });
  const refused = await api.rateSeller(seller.userId, rating, {}, buyer.as);

  return {
    photos: images.length,
    hasPicture: messages.some(({ image }) => image !== null),
    evidence: keys.length,
    toSeller: parts?.toSeller,
    review: reviews[0],
    refused: refused.status === 409 ? refused.data.code : refused.status,
  };
};
