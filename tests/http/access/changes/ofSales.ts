import { PROVIDER } from '#domain/shared/actor.ts';
import { DAY } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { listObjects } from '#infrastructure/payments/simulated/objects.ts';
import { openReconciliation } from '#infrastructure/policies/reconciliation.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { sumsShown } from '#tests/support/asReader.ts';
import { ADDRESS, eventually, type Member } from '#tests/support/marketplace.ts';
import type { Person } from '../../planted.ts';
import type { Sold } from '../../sale.ts';
import { type Change, NO_PARTIES, notThere, SIGNED_IN, told, word } from './change.ts';
import type { Stage } from './stage.ts';

const STRANGERS = told(NO_PARTIES, 'transactionNotFound');
const BUYERS: Pick<Change, 'by' | 'closed'> = {
  by: ['buyer'],
  closed: { ...STRANGERS, seller: 'notYourTransaction' },
};
const SELLERS: Pick<Change, 'by' | 'closed'> = {
  by: ['seller'],
  closed: { ...STRANGERS, buyer: 'notYourTransaction' },
};
const BOTH: Pick<Change, 'by' | 'closed'> = { by: ['buyer', 'seller'], closed: STRANGERS };
/** A transaction whose buyer is a member of staff, who decides nothing in it. */
const STAFF: Pick<Change, 'by' | 'closed'> = { by: ['staff'], closed: { insider: 'notYourTransaction' } };
const THINGS = 'transaction/{id}';

/** In the order of the transactions they belong to. */
export const changesOfTransactions = (stage: () => Stage): Change[] => {
  const kept = new Map<string, Sold>();
  const person = (name: Exclude<Person, 'visitor'>): Member => stage().people[name];
  const of = (name: string) => kept.get(name)!;
  const keep = async (name: string, making: Promise<Sold>) => {
    const sold = await making;
    kept.set(name, sold);
    return sold;
  };
  const address = () => ({ shippingAddress: { ...ADDRESS, fullName: word(), streetAddress1: word() } });
  const done = async (by: Member, { id }: Sold, path: string, body: object = {}) =>
    succeeded(await by.post(`transaction/${id}/${path}`, body), path);
  const returnTo = () => ({ to: { ...ADDRESS, fullName: word(), streetAddress1: word() } });
  const claim = () => ({ category: 'DAMAGED', claim: 20, text: word() });
  const shipped = async (name: string, buyer: 'buyer' | 'insider' = 'buyer', price = '50.00') => {
    const { bought, becomes, market, people } = stage();
    const sold = await keep(name, bought(people[buyer], people.seller, price));
    const { checkoutUrl } = succeeded(await people[buyer].put(`transaction/${sold.id}/shipping`, address()), 'address');
    await market.pay(checkoutUrl);
    await market.settle();
    await becomes(people[buyer], sold, 'AWAIT_SHIPPING');
    await done(people.seller, sold, 'confirm-shipment', { trackingCode: word(), carrier: word() });
    return sold;
  };
  const disputed = async (name: string, buyer: 'buyer' | 'insider' = 'buyer', price = '50.00') => {
    const sold = await shipped(name, buyer, price);
    const evidence = await stage().photographed(person(buyer), sold);
    await done(person(buyer), sold, 'dispute', { ...claim(), evidence });
    return sold;
  };
  const stateOf = async (id: string) => (await stage().market.marketplace.repository.transactions.show(id)).state;
  /** Staff have read everything so far. */
  const read = async (id: string) => ({ basedOn: (await stateOf(id)).revision });
  const shownSums = async (name: string, command: 'AcceptClaim' | 'AcceptSettlement') => {
    const { toBuyer, toSeller } = sumsShown(await stateOf(of(name).id), command);
    return { toBuyer: toEuros(toBuyer), toSeller: toEuros(toSeller) };
  };
  /** For an existing transaction, or one that `making` brings this far. */
  const change = (
    path: string,
    who: Pick<Change, 'by' | 'closed'>,
    name: string,
    body: (person: Person) => object | Promise<object> = () => ({}),
    making: () => Promise<unknown> = async () => undefined,
  ): Change => ({
    call: path.includes(' ') ? path : `post ${THINGS}/${path}`,
    ...who,
    scene: async (asking) => {
      if (asking === who.by[0]) await making();
      const { id } = of(name);
      return { in: { id }, body: { ...(who === STAFF && (await read(id))), ...(await body(asking)) } };
    },
  });
  const photosOf = async (name: string, by: 'buyer' | 'seller' | 'insider') => ({
    evidence: await stage().photographed(person(by), of(name)),
  });
  const text = () => ({ text: word() });
  const reason = () => ({ reason: word() });

  const paying: Change[] = [
    {
      call: 'post transaction',
      by: SIGNED_IN.filter((one) => one !== 'seller'),
      closed: { seller: 'ownListing' },
      scene: async () => {
        const { seller } = stage().people;
        const { _id: listing } = await stage().offer(seller);
        return { body: { listing, amount: 50, seller: seller.id } };
      },
    },
    change(`put ${THINGS}/shipping`, BUYERS, 'paying', address, async () => {
      const { buyer, seller } = stage().people;
      await keep('paying', stage().bought(buyer, seller));
    }),
    change('initiate-payment', BUYERS, 'paying'),
    change(`put ${THINGS}`, BUYERS, 'paying', address),
    {
      call: `post ${THINGS}/cancel`,
      ...BOTH,
      scene: async (asking) => {
        const { buyer, seller } = stage().people;
        const { id } = asking === 'buyer' ? of('paying') : await stage().bought(buyer, seller);
        return { in: { id }, body: { reason: 'OTHER', otherReason: word() } };
      },
    },
  ];

  const shipping: Change[] = [
    change(
      `patch ${THINGS}/status`,
      // the buyer has no command that leads to this status
      { by: ['seller'], closed: { ...STRANGERS, buyer: 'notNow' } },
      'by status',
      () => ({ status: 'IN_ESCROW', trackingCode: word(), carrier: word() }),
      async () => {
        const { buyer, seller } = stage().people;
        await keep('by status', stage().paid(buyer, seller));
      },
    ),
    change('confirm-delivery', BUYERS, 'by status'),
    change('confirm-shipment', SELLERS, 'shipping', undefined, async () => {
      const { buyer, seller } = stage().people;
      await keep('shipping', stage().paid(buyer, seller));
    }),
  ];

  const disputes: Change[] = [
    {
      call: `post ${THINGS}/evidence`,
      ...BOTH,
      scene: async (asking) => {
        const { id } = asking === 'buyer' ? await shipped('disputed') : await disputed('accepted');
        return { in: { id }, picture: 'images' };
      },
    },
    {
      call: `post ${THINGS}/dispute`,
      by: ['buyer'],
      closed: { ...STRANGERS, seller: 'notNow' },
      scene: async () => ({
        in: { id: of('disputed').id },
        body: { ...claim(), ...(await photosOf('disputed', 'buyer')) },
        // the seller has no evidence yet
        others: { evidence: [] },
      }),
    },
    change('dispute/withdraw', BUYERS, 'disputed'),
    change(
      'dispute/offer',
      SELLERS,
      'disputed',
      () => ({ toBuyer: 10 }),
      async () => {
        await done(person('buyer'), of('disputed'), 'dispute', claim());
      },
    ),
    change('dispute/refuse-offer', BUYERS, 'disputed'),
    change(
      'dispute/accept-offer',
      BUYERS,
      'disputed',
      () => shownSums('disputed', 'AcceptSettlement'),
      async () => {
        await done(person('seller'), of('disputed'), 'dispute/offer', { toBuyer: 12 });
      },
    ),
    {
      call: `post ${THINGS}/return`,
      ...BUYERS,
      scene: async () => {
        const { id } = await shipped('sent back');
        return { in: { id }, body: { ...text(), ...(await photosOf('sent back', 'buyer')) }, others: { evidence: [] } };
      },
    },
    change('return/approve', SELLERS, 'sent back', returnTo),
    change('return/address', SELLERS, 'unaddressed', returnTo, async () => {
      await done(person('buyer'), await shipped('unaddressed'), 'return', text());
      await stage().market.advance(2 * DAY + 1);
    }),
    change('return/shipped', BUYERS, 'sent back'),
    change('return/received', SELLERS, 'sent back'),
    change('return/refuse', SELLERS, 'refused', text, async () => {
      await done(person('buyer'), await shipped('refused'), 'return', text());
    }),
    change('dispute/accept', SELLERS, 'accepted', () => shownSums('accepted', 'AcceptClaim')),
    {
      call: `post ${THINGS}/return/reject`,
      ...SELLERS,
      scene: async () => {
        const sold = await shipped('rejected');
        await done(person('buyer'), sold, 'return', text());
        await done(person('seller'), sold, 'return/approve', returnTo());
        await done(person('buyer'), sold, 'return/shipped', { trackingCode: word() });
        return {
          in: { id: sold.id },
          body: { ...text(), ...(await photosOf('rejected', 'seller')) },
          others: await photosOf('rejected', 'buyer'),
        };
      },
    },
    {
      call: `post ${THINGS}/dispute/contest`,
      ...SELLERS,
      scene: async () => {
        const sold = await disputed('heard');
        return {
          in: { id: sold.id },
          body: { ...text(), ...(await photosOf('heard', 'seller')) },
          others: await photosOf('heard', 'buyer'),
        };
      },
    },
    {
      call: `post ${THINGS}/dispute/statement`,
      ...BOTH,
      scene: async (asking) => ({
        in: { id: of('heard').id },
        body: { ...text(), ...(await photosOf('heard', asking as 'buyer' | 'seller')) },
      }),
    },
  ];

  const draft = () => ({ toBuyer: 0, rationale: word() });
  const proposal = async (): Promise<string> => {
    const { pendingDecision } = (await stage().clerk.get(`staff/cases/${of('decided').id}`)).body;
    return pendingDecision.decisionId;
  };
  const counter = async () => ({ decisionId: await proposal(), ...reason(), ...draft() });
  const transfer = () => ({ what: 'refund', reference: word(), rationale: word() });
  const settlement = async (): Promise<string> => {
    const { pendingSettlement } = (await stage().clerk.get(`staff/cases/${of('closed card').id}`)).body;
    return pendingSettlement.settlementId;
  };
  const otherTransfer = async () => ({ settlementId: await settlement(), ...reason(), ...transfer() });
  const bookable = async () => {
    const { paymentId, captured } = await stateOf(of('short').id);
    return { caseId: `object.payment.${paymentId}.done.${captured - 300}`, rationale: word() };
  };
  type Claims = { chargebackId: string; pendingEnd: { endId: string } | null }[];
  const claims = async (): Promise<Claims> =>
    (await stage().clerk.get(`staff/cases/${of('held').id}`)).body.chargebacks;
  const charged = async (amount: number): Promise<string> => {
    const { market } = stage();
    const id = await market.marketplace.provider.controls.chargeback(of('held').id, amount, 'opened');
    await market.settle();
    if (!(await claims()).some(({ chargebackId }) => chargebackId === id))
      throw new Error('the chargeback was not heard of');
    return id;
  };
  const proposedEnd = async (chargebackId: string) => {
    const end = { chargebackId, outcome: 'won', rationale: word(), ...(await read(of('held').id)) };
    await done(stage().clerk, of('held'), 'chargeback/end', end);
    const claim = (await claims()).find((each) => each.chargebackId === chargebackId);
    return { chargebackId, endId: claim?.pendingEnd?.endId ?? 'none' };
  };
  const staff: Change[] = [
    change(
      'dispute/ask',
      STAFF,
      'decided',
      () => ({ party: 'seller', question: word() }),
      async () => {
        const sold = await disputed('decided', 'insider', '600.00');
        await done(person('seller'), sold, 'dispute/contest', text());
      },
    ),
    change('dispute/decide', STAFF, 'decided', draft, async () => {
      await done(person('seller'), of('decided'), 'dispute/statement', text());
    }),
    change('dispute/reject-decision', STAFF, 'decided', async () => ({ decisionId: await proposal() })),
    change('dispute/counter-decision', STAFF, 'decided', counter, () =>
      done(stage().clerk, of('decided'), 'dispute/decide', draft()),
    ),
    change('hold', STAFF, 'held', reason, () => shipped('held', 'insider')),
    change('hold/lift', STAFF, 'held', reason),
    change(
      'case/close',
      STAFF,
      'held',
      () => ({ kind: 'providerFact' }),
      async () => {
        const event = {
          eventId: newId(),
          occurredAt: 0,
          transactionId: of('held').id,
          kind: 'other' as const,
          name: 'fee.taken',
          reference: 'fee/1',
          amount: 700,
        };
        const standing = { bankVerified: true, payoutsHeldUntil: null };
        const context = { commandId: newId(), correlationId: newId(), causationId: newId(), actor: PROVIDER };
        const request = { type: 'RecordProviderFact', fact: event, seller: standing } as const;
        await stage().market.marketplace.repository.transactions.send(of('held').id, request, context);
      },
    ),
    {
      call: `post ${THINGS}/chargeback/end`,
      ...STAFF,
      scene: async () => {
        const { id } = of('held');
        return { in: { id }, body: { chargebackId: await charged(5_825), outcome: 'won', ...(await read(id)) } };
      },
    },
    ...(['reject', 'confirm', 'counter'] as const).map(
      (answer): Change => ({
        call: `post ${THINGS}/chargeback/end/${answer}`,
        ...STAFF,
        scene: async () => {
          const { id } = of('held');
          const pending = await proposedEnd(await charged(60_000));
          const words = answer === 'counter' ? { ...reason(), rationale: word() } : answer === 'reject' && reason();
          return { in: { id }, body: { ...pending, ...words, ...(await read(id)) } };
        },
      }),
    ),
    {
      call: `post ${THINGS}/chargeback/evidence`,
      ...STAFF,
      scene: async () => {
        const { id } = of('held');
        const chargebackId = await charged(1_000);
        return { in: { id }, body: { chargebackId, pack: { uncategorizedText: word() }, ...(await read(id)) } };
      },
    },
    change('difference/book', STAFF, 'short', bookable, async () => {
      const { market, paid } = stage();
      const { id } = await keep('short', paid(person('insider'), person('seller')));
      const { db } = market.marketplace;
      await db('simulated_provider.payments').where({ transaction_id: id }).decrement('captured', 300);
      const { objects } = await listObjects(db, { kind: 'payment', from: 0, after: null });
      await openReconciliation(db).seen(objects, 'tonight', 0);
    }),
    change('refund/retry', STAFF, 'failing', undefined, async () => {
      const { market, people, paid, becomes } = stage();
      market.marketplace.provider.controls.failRefunds(1);
      const sold = await keep('failing', paid(people.insider, people.seller));
      await done(people.insider, sold, 'cancel');
      await market.settle();
      await market.advance(60_000);
      await becomes(people.insider, sold, 'REFUND_BUYER');
    }),
  ];

  const BOUGHT_BY_STAFF: Pick<Change, 'by' | 'closed'> = {
    by: ['insider'],
    closed: { ...notThere('transactionNotFound', 'insider'), seller: 'notYourTransaction' },
  };
  const reviewed = () => ({ in: { id: of('by status').id } });
  /** Steps that take days come last: everybody signs in again. */
  const later: Change[] = [
    change(
      'dispute/confirm-decision',
      STAFF,
      'decided',
      async () => ({ decisionId: await proposal() }),
      async () => {
        await done(stage().clerk, of('decided'), 'dispute/counter-decision', await counter());
        await stage().market.advance(DAY + 1);
        await stage().enter();
      },
    ),
    {
      call: `post ${THINGS}/dispute/appeal`,
      ...BOUGHT_BY_STAFF,
      // the seller may appeal a decision, but not one that they won
      closed: { ...BOUGHT_BY_STAFF.closed, seller: 'notNow' },
      scene: async () => ({
        in: { id: of('decided').id },
        body: { ...text(), ...(await photosOf('decided', 'insider')) },
        others: { evidence: [] },
      }),
    },
    change('pause-escrow', BUYERS, 'shipping', reason, async () => {
      // Eleven of the twelve days of escrow are over: two for a return, one for a decision, two and six here.
      // Within the six, another seller is paid.
      await stage().market.advance(2 * DAY);
      await stage().market.passDays(6);
      await stage().enter();
    }),
    change('resume-escrow', BUYERS, 'shipping'),
    change('outside/settle', STAFF, 'closed card', transfer, async () => {
      const { market, people, paid } = stage();
      const { failRefunds } = market.marketplace.provider.controls;
      failRefunds(99);
      const sold = await keep('closed card', paid(people.insider, people.seller, '600.00'));
      await done(people.insider, sold, 'cancel');
      await market.settle();
      // every attempt fails
      await market.advance(60_000);
      await market.passDays(8);
      await stage().enter();
      await eventually(async () => {
        const { refund } = (await people.insider.get(`transaction/${sold.id}`)).body;
        return refund.state === 'failed' && refund.retryAt === null;
      });
      failRefunds(0);
    }),
    change('outside/reject', STAFF, 'closed card', async () => ({ settlementId: await settlement(), ...reason() })),
    change('outside/counter', STAFF, 'closed card', otherTransfer, () =>
      done(stage().clerk, of('closed card'), 'outside/settle', transfer()),
    ),
    change(
      'outside/confirm',
      STAFF,
      'closed card',
      async () => ({ settlementId: await settlement() }),
      async () => {
        await done(stage().clerk, of('closed card'), 'outside/counter', await otherTransfer());
      },
    ),
    {
      call: 'post user/{id}/rate',
      ...BUYERS,
      scene: () => ({
        in: { id: person('seller').id },
        body: { transactionId: of('by status').id, rating: 4, review: word() },
      }),
    },
    {
      call: 'post reviews/{id}/answer',
      by: ['seller'],
      closed: { ...told(['buyer', ...NO_PARTIES], 'notYourReview') },
      scene: reviewed,
    },
    {
      call: 'post reviews/{id}/report',
      by: SIGNED_IN.filter((one) => one !== 'buyer'),
      closed: { buyer: 'ownReviewReported' },
      scene: () => ({ ...reviewed(), body: { part: 'review' } }),
    },
    {
      call: 'post staff/review-reports/{id}/resolve',
      by: ['staff', 'insider'],
      scene: async (asking) => {
        // both have reported the review, so a colleague decides
        const [reporter, outcome] =
          asking === 'staff' ? (['buyer', 'kept'] as const) : (['stranger', 'removed'] as const);
        const report = { part: 'answer', reason: word() };
        succeeded(await person(reporter).post(`reviews/${of('by status').id}/report`, report), 'a report');
        return { ...reviewed(), body: { part: 'answer', outcome } };
      },
    },
  ];

  const quote: Change = {
    call: 'post shipping/calculate',
    by: SIGNED_IN,
    scene: () => ({ body: { buyerCountry: 'Netherlands', sellerId: person('seller').id } }),
  };

  return [...paying, quote, ...shipping, ...disputes, ...staff, ...later];
};
