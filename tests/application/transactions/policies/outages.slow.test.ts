import { AccessDeniedError } from '@eventstore/db-client';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { EventStoreUnavailable, StreamMoved } from '#application/ports/eventStore.ts';
import { FilesRefused, FilesUnavailable } from '#application/ports/files.ts';
import { UnknownMasterKey } from '#infrastructure/crypto/subjectKeys.ts';
import { appendFailure, readFailure } from '#infrastructure/eventStores/eventStoreDb/failures.ts';
import { callStripe } from '#infrastructure/payments/stripe/calls.ts';
import { fact, paidEvent, people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';
import { dueAt, goTo, secondRefundFailed } from './deadlineScenes.ts';

const coded = (code: string, message = code): Error => Object.assign(new Error(message), { code });
const ofGrpc = (code: number): Error => Object.assign(new Error(`${code} said by the server`), { code, details: '' });
const denied = () => new AccessDeniedError(ofGrpc(7) as ConstructorParameters<typeof AccessDeniedError>[0]);
const ofStripe = (error: Error): Promise<unknown> =>
  callStripe(async () => {
    throw error;
  }).catch((failure: unknown) => failure);

/** Errors that adapters throw when their service is down, full, protected or busy. */
const outages: Record<string, () => unknown> = {
  'PostgreSQL refuses the connection': () => coded('ECONNREFUSED'),
  'PostgreSQL is nowhere': () => coded('EHOSTUNREACH'),
  'PostgreSQL shuts down': () => coded('57P01'),
  'PostgreSQL is a replica after a failover': () => coded('25006'),
  'PostgreSQL has another password': () => coded('28P01'),
  'PostgreSQL no longer allows it': () => coded('42501'),
  'PostgreSQL has a full disk': () => coded('53100'),
  'PostgreSQL gives up a slow statement': () => coded('57014'),
  'PostgreSQL cannot read its disk': () => coded('58030'),
  'PostgreSQL contradicts itself': () => coded('XX000', 'tuple concurrently updated'),
  'PostgreSQL is gone under its name': () => coded('3D000'),
  'PostgreSQL shows an expired certificate': () => coded('CERT_HAS_EXPIRED'),
  'the pool is exhausted': () => Object.assign(new Error('Timeout acquiring'), { name: 'KnexTimeoutError' }),
  'EventStoreDB is away': () => new EventStoreUnavailable('away'),
  'EventStoreDB lets nobody write': () => appendFailure(denied(), 'listing-1'),
  'EventStoreDB lets nobody read': () => readFailure(denied(), 'listing-1', 0),
  'EventStoreDB says what nobody knows': () => readFailure(ofGrpc(2), 'listing-1', 0),
  'somebody is always quicker': () => new StreamMoved('listing-1'),
  'Stripe counts the calls': () => ofStripe(new Stripe.errors.StripeRateLimitError()),
  'Stripe fails': () => ofStripe(new Stripe.errors.StripeAPIError()),
  'Stripe is away': () => ofStripe(new Stripe.errors.StripeConnectionError()),
  'Stripe knows another secret': () => ofStripe(new Stripe.errors.StripeAuthenticationError()),
  'the files are away': () => new FilesUnavailable('ENOSPC'),
  'the files are guarded': () => new FilesRefused('AccessDenied'),
  'the keys are wrapped anew': () => new UnknownMasterKey('the key of x'),
};

/** Something for every policy: a transaction paid twice, and paid out. */
const lived = async (): Promise<Stage> => {
  const stage = await openStage();
  await people(stage);
  await secondRefundFailed(stage);
  await stage.sale({ type: 'ConfirmShipment', trackingCode: null, carrier: null }, stage.seller);
  await stage.sale({ type: 'ConfirmDelivery', seller: { bankVerified: true, payoutsHeldUntil: null } }, stage.buyer);
  await stage.settle();
  await goTo(stage, await dueAt(stage, 'payoutRun'));
  await stage.told(fact(stage, { kind: 'chargeback.opened', chargebackId: 'cb_1', amount: 100 }));
  await stage.settle();
  const pack = { shippingTrackingNumber: '3SABC' };
  const staff = { id: 'e'.repeat(32), role: 'staff' } as const;
  await stage.sale({ type: 'SubmitEvidencePack', chargebackId: 'cb_1', pack }, staff);
  await stage.given(`transaction-${TRANSACTION}`, 'StatementGiven', { by: 'buyer', text: 'It broke', evidence: [] });
  const { id } = stage.buyer;
  await stage.given(`account-${id}`, 'AccountSuspended', { reason: 'suspected' });
  const parties = { buyerId: BUYER, sellerId: SELLER, listingId: LISTING };
  await stage.given('conversation-talk', 'ConversationStarted', parties);
  const message = { messageId: 'a'.repeat(32), senderId: BUYER, content: 'Is it yours?', image: null };
  await stage.given('conversation-talk', 'MessageSent', message);
  await stage.given(`account-${'9'.repeat(32)}`, 'AccountErased', {});
  await stage.told({ ...paidEvent(stage), transactionId: '8'.repeat(32) });
  const removal = { sellerId: SELLER, removedBy: '7'.repeat(32), reason: 'A recast.' };
  await stage.given(`listing-${'6'.repeat(32)}`, 'ListingRemoved', removal);
  const matched = { listingId: LISTING, price: 5_000, searches: ['5'.repeat(32)] };
  await stage.given(`searches-${BUYER}`, 'SearchMatched', { ...matched, how: 'offered', pace: 'atOnce' });
  await stage.settle();
  return stage;
};

const ONE_TOO_MANY = 7;

test.each(Object.entries(outages))('waits in every policy without quarantine while %s', async (_, made) => {
  const outage = await made();
  const stage = await lived();
  await stage.stop();
  stage.forgetPlaces();
  stage.outside.called = () => {
    throw outage;
  };
  await stage.start();
  const failing = () =>
    stage.log.lines.flatMap(({ details }) =>
      Number(details.failures) >= ONE_TOO_MANY ? [String(details.policy)] : [],
    );
  await vi.waitFor(() => expect([...new Set(failing())].sort()).toEqual(stage.policies().sort()));
  expect(stage.quarantine.all()).toEqual([]);
  stage.outside.called = () => undefined;
  await stage.settle();
  expect(stage.quarantine.all()).toEqual([]);
});
