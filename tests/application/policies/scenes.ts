import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { BUYER, IBAN, LISTING, SELLER, type Stage, TRANSACTION } from './stage.ts';

const MINUTE = 60_000;
export const AMOUNT = 5_000;
export const FEE = 325;
export const TOTAL = AMOUNT + FEE + 500;
export const SESSION = 'cs_1';

/** Two people, one of them a seller, and a listing. */
export const people = async (stage: Stage, { bankVerified = true } = {}): Promise<void> => {
  for (const [id, username] of [
    [BUYER, 'Ada'],
    [SELLER, 'Bert'],
  ] as const) {
    const email = `${username.toLowerCase()}@example.com`;
    await stage.given(`account-${id}`, 'AccountRegistered', {
      username,
      email,
      country: 'Netherlands',
      termsAcceptedAt: stage.clock.now(),
    });
    await stage.given(`account-${id}`, 'EmailVerified', {});
  }
  await stage.given(`account-${SELLER}`, 'SellerTermsAccepted', {});
  if (bankVerified) await bank(stage);
  await stage.given(`listing-${LISTING}`, 'ListingPublished', {
    title: 'A painted dragon',
    franchise: 'dnd',
    mainFaction: 'Dragons',
    subfaction: '',
    condition: 'Painted',
    paintQuality: 'High Tabletop',
    price: AMOUNT,
    description: '',
    sellerId: SELLER,
    country: 'Netherlands',
    disclaimerAccepted: true,
    images: [],
  });
};

export const bank = async (stage: Stage, payoutsHeldUntil: number | null = null): Promise<void> => {
  const details = { accountHolder: 'Bert', iban: IBAN, bankName: 'Bank' };
  await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank: details, payoutsHeldUntil });
  await stage.settle();
};

export const begun = async (stage: Stage): Promise<void> => {
  const until = stage.clock.now() + 30 * MINUTE;
  await stage.given(`buyer-${BUYER}`, 'PurchaseBegun', { transactionId: TRANSACTION, listingId: LISTING, until });
};

export const reserved = async (stage: Stage): Promise<void> => {
  const until = stage.clock.now() + 30 * MINUTE;
  await begun(stage);
  await stage.given(`listing-${LISTING}`, 'ListingReserved', { transactionId: TRANSACTION, buyerId: BUYER, until });
};

/** Reserved and created; nothing chosen yet. */
export const bought = async (stage: Stage): Promise<void> => {
  await reserved(stage);
  await stage.sale(
    {
      type: 'CreateTransaction',
      id: TRANSACTION,
      listingId: LISTING,
      buyerId: BUYER,
      sellerId: SELLER,
      item: { title: 'A painted dragon', images: [] },
      amount: AMOUNT,
      sellerCountry: 'Netherlands',
      rates: DEFAULT_SHIPPING_RATES,
    },
    stage.buyer,
  );
};

/** At the provider's page. */
export const checkedOut = async (stage: Stage): Promise<void> => {
  await bought(stage);
  const address = { fullName: 'Ada', streetAddress1: 'Street 1', streetAddress2: '', city: 'Utrecht', postalCode: '1' };
  await stage.sale(
    {
      type: 'SetShipping',
      address: { ...address, country: 'Netherlands' },
      zone: 'domestic',
      shippingCost: 500,
      checkout: { attempt: 1, sessionId: SESSION, url: 'https://provider.example/cs_1' },
    },
    stage.buyer,
  );
};

type Kind<Name> = Extract<ProviderEvent, { kind: Name }>;

export const paidEvent = (stage: Stage, change: Partial<Kind<'payment.paid'>> = {}): ProviderEvent => ({
  eventId: newId(),
  occurredAt: stage.clock.now(),
  transactionId: TRANSACTION,
  kind: 'payment.paid',
  sessionId: SESSION,
  paymentId: 'pay_1',
  captured: TOTAL,
  currency: 'EUR',
  ...change,
});

export const fact = (stage: Stage, details: Record<string, unknown>): ProviderEvent =>
  ({ eventId: newId(), occurredAt: stage.clock.now(), transactionId: TRANSACTION, ...details }) as ProviderEvent;

export const paid = async (stage: Stage): Promise<void> => {
  await checkedOut(stage);
  await stage.told(paidEvent(stage));
  await stage.settle();
};

export const shipped = async (stage: Stage): Promise<void> => {
  await paid(stage);
  await stage.sale({ type: 'ConfirmShipment', trackingCode: null, carrier: null }, stage.seller);
  await stage.settle();
};

/** Released by the buyer; payable once the bank account is verified. */
export const released = async (stage: Stage): Promise<void> => {
  await shipped(stage);
  const { bankState, payoutsHeldUntil } = await stage.sellerAccount();
  const standing = { bankVerified: bankState === 'verified', payoutsHeldUntil };
  await stage.sale({ type: 'ConfirmDelivery', seller: standing }, stage.buyer);
  await stage.settle();
};
