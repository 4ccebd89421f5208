import { describe, expect, test } from 'vitest';
import { NewerThanRelease, UnreadableEvent } from '#application/ports/eventCodec.ts';
import { EventStoreUnavailable, type StoredEvent } from '#application/ports/eventStore.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { StreamQuarantined } from '#application/ports/quarantine.ts';
import { eventDefinitions } from '#domain/events.ts';
import { DAY } from '#domain/shared/instants.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { newestVersions } from '#infrastructure/crypto/versions.ts';
import { AMOUNT, bought, checkedOut, paidEvent, people } from './scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from './stage.ts';

const STREAM = `transaction-${TRANSACTION}`;
const HUNDRED = Array.from({ length: 100 }, (_, n) => String(n).padStart(32, '0'));

const otherTransactions = async (stage: Stage): Promise<void> => {
  const item = { title: 'A painted dragon', images: [] };
  const sold = { listingId: LISTING, buyerId: BUYER, sellerId: SELLER, item, amount: AMOUNT } as const;
  for (const id of HUNDRED)
    await stage.sale(
      { type: 'CreateTransaction', id, ...sold, sellerCountry: 'Netherlands', rates: DEFAULT_SHIPPING_RATES },
      stage.buyer,
      id,
    );
  await stage.settle();
};
/** The transactions that the policies have reached: their wake-ups for the payment window. */
const woken = (stage: Stage): string[] =>
  stage.jobs.known('deadlinesAtProvider').map(({ data }) => String(data.transactionId));
const cancel = { type: 'Cancel', reason: null } as const;
const cancelled = { by: 'buyer', reason: null } as const;
const isPoison = ({ stream, revision }: StoredEvent): boolean => stream === STREAM && revision === 1;

const openWith = async () => {
  const stage = await openStage();
  await people(stage);
  await bought(stage);
  await stage.settle();
  const mailsTo = () => stage.emails.filter(({ template }) => template === 'saleCancelled').length;
  return { stage, mailsTo };
};

/** Ways in which one cancellation can be unreadable, and how to repair it. */
const poisons: Record<string, (stage: Stage) => () => void> = {
  'bytes that nobody can read': ({ sight }) => {
    sight.seen = (event) => {
      if (isPoison(event)) throw new UnreadableEvent(event, new Error('it does not open'));
      return event;
    };
    return () => {
      sight.seen = (event) => event;
    };
  },
  'a fact that cannot follow': ({ sight }) => {
    const data = { at: 1, payoutId: 'po_1', amount: 4_500, rateUntil: 2, paidAt: 1 };
    sight.seen = (event) => (isPoison(event) ? { ...event, type: 'PayoutCompleted', version: 2, data } : event);
    return () => {
      sight.seen = (event) => event;
    };
  },
  'a fact that a policy throws at': ({ jobs }) => {
    const { add } = jobs;
    jobs.add = async (added) => {
      if (JSON.stringify(added).includes(TRANSACTION)) throw new TypeError('undefined is no address');
      await add(added);
    };
    return () => {
      jobs.add = add;
    };
  },
};

test.each(Object.entries(poisons))(
  'stops one transaction at %s: a hundred others continue, and a retry repairs it',
  async (_, poison) => {
    const { stage, mailsTo } = await openWith();
    const heal = poison(stage);
    await stage.given(STREAM, 'TransactionCancelled', { ...cancelled, otherReason: null });
    await stage.settle();
    expect(stage.quarantine.all()).toMatchObject([
      { stream: STREAM, revision: 1, id: expect.any(String), because: null },
    ]);
    expect(stage.quarantine.all()[0]!.reason).not.toBe('');
    await expect(stage.sale(cancel, stage.buyer)).rejects.toThrow(StreamQuarantined);
    expect(await stage.sweep()).toMatchObject({ fired: 0 });
    expect(mailsTo()).toBe(0);

    await otherTransactions(stage);
    expect(woken(stage)).toEqual(expect.arrayContaining(HUNDRED));

    stage.quarantine.retry(STREAM);
    await expect.poll(() => stage.quarantine.find(STREAM)?.retrying).toBe(false);
    expect(mailsTo()).toBe(0);

    heal();
    stage.quarantine.retry(STREAM);
    await expect.poll(() => stage.quarantine.all()).toEqual([]);
    await stage.settle();
    expect([mailsTo(), (await stage.listingState()).status]).toEqual([2, 'active']);
  },
);

test('quarantines nothing because of outside failures, however frequent', async () => {
  const { stage } = await openWith();
  const { add } = stage.jobs;
  let failures = 0;
  stage.jobs.add = async (jobs) => {
    if (failures++ < 20)
      throw failures % 2
        ? new ProviderUnavailable('away')
        : new Error('connect ECONNREFUSED', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    await add(jobs);
  };
  await stage.given(STREAM, 'TransactionCancelled', { ...cancelled, otherReason: null });
  await stage.settle();
  expect([stage.quarantine.all(), failures > 20]).toEqual([[], true]);
});

test('waits for the newer release at an event it cannot read, without quarantine', async () => {
  const { stage, mailsTo } = await openWith();
  stage.sight.seen = (event) => {
    if (isPoison(event))
      throw new UnreadableEvent(event, new NewerThanRelease('version 2 was written by a newer release'));
    return event;
  };
  await stage.given(STREAM, 'TransactionCancelled', { ...cancelled, otherReason: null });
  await expect.poll(() => stage.log.lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(2);
  expect([stage.quarantine.all(), mailsTo()]).toEqual([[], 0]);
  stage.sight.seen = (event) => event;
  await stage.settle();
  expect(mailsTo()).toBe(2);
});

test('postpones writing what another release cannot read: deadlines and provider events wait, and no job dies', async () => {
  const stage = await openStage();
  await people(stage);
  await checkedOut(stage);
  await stage.settle();
  const types = await stage.typesOf(STREAM);
  const { PaymentCaptured, TransactionExpired, ...reads } = newestVersions(eventDefinitions);
  stage.others.reads = reads;
  await stage.told(paidEvent(stage));
  stage.clock.advance(100 * DAY);
  expect(await stage.sweep()).toMatchObject({ waiting: 1 });
  expect(await stage.typesOf(STREAM)).toEqual(types);
  expect(await stage.providerEvents.unhandled(9)).toHaveLength(1);
  expect([(await stage.jobs.counts()).providerFacts?.failed, stage.quarantine.all()]).toEqual([0, []]);
  expect(stage.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  stage.others.reads = undefined;
  await stage.sweep();
  expect(await stage.typesOf(STREAM)).toContain('PaymentCaptured');
});

test('quarantines five transactions, then stops and alarms when a policy fails at all of them', async () => {
  const { stage } = await openWith();
  const { add } = stage.jobs;
  stage.jobs.add = async (jobs) => {
    if (jobs.some(({ queue }) => queue === 'deadlinesAtProvider')) throw new TypeError('a mistake in the program');
    await add(jobs);
  };
  for (const id of HUNDRED.slice(0, 10))
    await stage.sale(
      {
        type: 'CreateTransaction',
        id,
        listingId: LISTING,
        buyerId: BUYER,
        sellerId: SELLER,
        item: { title: 'A', images: [] },
        amount: AMOUNT,
        sellerCountry: 'Netherlands',
        rates: DEFAULT_SHIPPING_RATES,
      },
      stage.buyer,
      id,
    );
  await expect.poll(() => stage.log.lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(5);
  expect(stage.quarantine.all()).toHaveLength(5);
  stage.jobs.add = add;
  await stage.settle();
  expect(woken(stage)).toEqual(expect.arrayContaining(HUNDRED.slice(5, 10)));
});

test('quarantines the events that need a quarantined listing, and releases them with it', async () => {
  const { stage } = await openWith();
  const spoilt = `listing-${LISTING}`;
  stage.sight.seen = (event) => {
    if (event.stream === spoilt) throw new UnreadableEvent(event, new Error('it does not open'));
    return event;
  };
  await stage.given(STREAM, 'TransactionCancelled', { ...cancelled, otherReason: null });
  await expect.poll(() => stage.quarantine.find(STREAM)?.because).toBe(spoilt);
  stage.sight.seen = (event) => event;
  stage.quarantine.retry(spoilt);
  await expect.poll(() => stage.quarantine.all()).toEqual([]);
  await stage.settle();
  expect((await stage.listingState()).status).toBe('active');
});

describe('a transaction whose rules throw during a sweep is quarantined', () => {
  const sweeps = async (stage: Stage, times: number) => {
    for (let time = 0; time < times; time++) await stage.sweep();
  };
  const spoil = (stage: Stage, failure: () => unknown) => {
    const { sendOn } = stage.repository.transactions;
    stage.repository.transactions.sendOn = (loaded, ...rest) => {
      if (loaded.stream === STREAM) throw failure();
      return sendOn(loaded, ...rest);
    };
    return () => {
      stage.repository.transactions.sendOn = sendOn;
    };
  };

  test('at a deadline', async () => {
    const { stage } = await openWith();
    const heal = spoil(stage, () => new TypeError('undefined is no instant'));
    stage.clock.advance(DAY);
    await sweeps(stage, 4);
    expect(stage.quarantine.all()).toEqual([]);
    await sweeps(stage, 1);
    expect(stage.quarantine.all()).toMatchObject([{ stream: STREAM, revision: 0, foundBy: 'sweep' }]);
    heal();
    stage.quarantine.retry(STREAM);
    await sweeps(stage, 1);
    expect((await stage.saleState()).status).toBe('CANCELLED');
  });

  test('at a provider event', async () => {
    const { stage } = await openWith();
    spoil(stage, () => new TypeError('undefined is no sum'));
    await stage.told(paidEvent(stage));
    await sweeps(stage, 5);
    expect(stage.quarantine.all()).toMatchObject([{ stream: STREAM, foundBy: 'sweep' }]);
  });

  test('but not while another release must come or go; that raises no alarm either', async () => {
    const { stage } = await openWith();
    const [event] = await stage.store.readStream(STREAM);
    const newer = new UnreadableEvent(event!, new NewerThanRelease('version 2 was written by a newer release'));
    const heal = spoil(stage, () => newer);
    await stage.told(paidEvent(stage));
    stage.clock.advance(DAY);
    await sweeps(stage, 10);
    expect(stage.quarantine.all()).toEqual([]);
    expect(stage.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await stage.providerEvents.unhandled(9)).toHaveLength(1);
    heal();
    await sweeps(stage, 1);
    expect(await stage.providerEvents.unhandled(9)).toEqual([]);
  });

  test('but not while outside services are down', async () => {
    const { stage } = await openWith();
    const heal = spoil(stage, () => new EventStoreUnavailable('away'));
    await stage.told(paidEvent(stage));
    await sweeps(stage, 10);
    expect(stage.quarantine.all()).toEqual([]);
    heal();
  });
});
