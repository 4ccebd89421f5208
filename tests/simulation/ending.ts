import { verdictOn } from '#application/reconciliation/policies/matchProviderObjects.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { suffixOf } from '#domain/transactions/ledgerAccounts.ts';
import { owedNow } from '#domain/transactions/owedOutside.ts';
import type { DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { isOutside, receiverOf } from '#domain/transactions/settledOutside.ts';
import { isTerminal, openChargebacks, type Transaction } from '#domain/transactions/state.ts';
import { allowedCommands, armedDeadlines } from '#domain/transactions/transaction.ts';
import type { Acting } from './people.ts';
import { refundedTooMuch } from './rules.ts';
import { WORLD } from './scheduler.ts';
import type { Town } from './town.ts';
import type { World } from './world.ts';

/** Staff commands for a case, the most helpful first. */
const HELPFUL = [
  'ConfirmOutsideSettlement',
  'ConfirmChargebackEnd',
  'RetryRefund',
  'ConfirmDecision',
  'DecideDispute',
  'EndChargeback',
  'LiftStaffHold',
] as const;
/** For staff who pay by bank transfer instead of retrying a failed refund. */
const PAYING = ['SettleOutsideProvider', ...HELPFUL] as const;

const unreturned = ({ duplicates }: Transaction): boolean =>
  Object.values(duplicates).some(({ state }) => state !== 'done');
/** The provider never reported its end; only staff, who ask the bank, know it. */
const unheard = (transaction: Transaction, { provider }: Pick<World, 'provider'>): boolean =>
  openChargebacks(transaction).some((id) => provider.bankStateOf(id) !== 'open');
const unpaid = (transaction: Transaction): boolean => owedNow(transaction).some(({ what }) => what === 'kept');
const atRest = (transaction: Transaction, world: World): boolean =>
  isTerminal(transaction) && !unreturned(transaction) && !unpaid(transaction) && !unheard(transaction, world);

/** Ends all faults: the clock runs on, staff decide cases, sellers fix bank accounts, and every transaction must end. */
export const comeToRest = async (
  world: World,
  { people, issue, request }: Acting,
  town: Town,
  patience: number,
): Promise<void> => {
  const { scheduler, witness, random, provider, broker, fail } = world;
  people.resting = true;
  world.endFaults();
  const from = scheduler.now();
  const open = () => [...witness.sales].filter(([, { sale: transaction }]) => !atRest(transaction, world));
  let idle = false;

  const reinstate = (id: string) => town.account(people.staff[0]!, { type: 'ReinstateAccount', reason: 'words' }, id);

  const helpSeller = async (transaction: Transaction): Promise<void> => {
    const seller = witness.accounts.get(transaction.sellerId)!;
    const person = { id: transaction.sellerId, role: 'member' } as const;
    if (seller.status === 'suspended') await reinstate(person.id);
    if (seller.bankState === 'none' || seller.bankState === 'rejected') await town.giveBank(person, true);
  };

  const help = async (id: string): Promise<void> => {
    const transaction = witness.sales.get(id)!.sale;
    if (transaction.status === 'ESCROW_COMPLETED') await helpSeller(transaction);
    // a suspended buyer would cause a new hold at each end of escrow
    if (transaction.staff === 'held' && witness.accounts.get(transaction.buyerId)!.status === 'suspended')
      await reinstate(transaction.buyerId);
    const staff = people.staff[random.below(people.staff.length)]!;
    const allowed = allowedCommands(transaction, staff, scheduler.now());
    const ways = random.chance(0.5) ? PAYING : HELPFUL;
    const command = ways.find((type) => (allowed as string[]).includes(type));
    if (command) return issue(id, command, staff);
    // the seller is deleted and will never take the money, so it is refunded
    const stranded =
      transaction.status === 'ESCROW_COMPLETED' && witness.accounts.get(transaction.sellerId)!.status === 'deleted';
    if (stranded && allowed.includes('PlaceStaffHold'))
      await request(staff, ({ sales: transactions }, given) =>
        transactions.act(id, { type: 'PlaceStaffHold', reason: 'words', basedOn: transaction.revision }, given),
      );
  };

  const visit = (): void =>
    scheduler.at(scheduler.now() + 12 * HOUR, WORLD, 'helpers come', () =>
      world.spawn(async () => {
        idle =
          open().length === 0 &&
          !world.isQuarantined() &&
          !provider.busy() &&
          world.tables.unhandledFacts().length === 0 &&
          (await world.isReconciled());
        if (scheduler.now() - from > patience) {
          const stuck = open().map(([id, { sale: transaction, history }]) => {
            const last = history.slice(-4).map(({ type }) => type);
            return `sale ${id} stays in ${transaction.status} (${last.join(', ')}; armed: ${armedDeadlines(transaction).map(({ kind }) => kind)})`;
          });
          return fail(`not at rest after ${patience / DAY} quiet days: ${stuck.join('; ') || 'the provider'}`);
        }
        for (const [id] of open()) await help(id);
        if (!idle) visit();
      }),
    );
  visit();
  await world.run(() => idle);
  const isQuiet = () => scheduler.idle() && broker.unfinished().every(({ job }) => job.queue.startsWith('deadlines'));
  await world.run(isQuiet);
  // sweeps became rare while a transaction was unreadable, so run some now
  for (let sweep = 0; sweep < 3 && !world.violation(); sweep++) {
    world.sweep();
    await world.run(isQuiet);
  }
};

/** The e-mails that each event must send exactly once. */
const EMAILS: Readonly<Record<string, readonly [string, 'buyer' | 'seller'][]>> = {
  TransactionCreated: [
    ['purchaseStarted', 'buyer'],
    ['saleStarted', 'seller'],
  ],
  PaymentCaptured: [
    ['paymentReceived', 'buyer'],
    ['salePaid', 'seller'],
  ],
  ShipmentConfirmed: [['shipped', 'buyer']],
  RefundRequested: [['refundRequested', 'buyer']],
  RefundCompleted: [['refundCompleted', 'buyer']],
  PayoutCompleted: [['payoutCompleted', 'seller']],
  PayoutArrivedLate: [['payoutCompleted', 'seller']],
  OverpaymentCounted: [['payoutCompleted', 'seller']],
  TransactionExpired: [['paymentTimedOut', 'buyer']],
};

/** A payment by staff is announced once, and not as a refund by the provider. */
const emailsOf = ({ type, data }: TransactionEvent): readonly [string, 'buyer' | 'seller'][] => {
  if (type === 'SettledOutsideProvider') return [['settledOutside', receiverOf(data.what)]];
  return 'providerRefundId' in data && isOutside(data.providerRefundId) ? [] : (EMAILS[type] ?? []);
};

/** Conditions at the end: our books equal the provider's, no event was lost, nothing is due. */
export const checkTheEnd = async (world: World): Promise<void> => {
  const { scheduler, witness, tables, broker, provider, lists, log, fail } = world;
  const dead = new Set(broker.dead().map(({ id }) => id));

  for (const [id, { sale: transaction, balances, stored, history }] of witness.sales) {
    const tooMuch = refundedTooMuch(transaction);
    if (tooMuch) fail(`sale ${id}: ${tooMuch}`);
    for (const currency of ['EUR', 'USD']) {
      const balance = (account: string) => balances[`${account}${suffixOf(currency)}`] ?? 0;
      const ours = -balance('psp_clearing') - balance('seller_paid');
      const theirs = provider.balanceOf(id, currency);
      if (ours !== theirs)
        fail(`sale ${id}: our books say ${ours} ${currency} cents are at the provider, it holds ${theirs}`);
      const duplicate = balance('duplicate');
      if (duplicate !== 0) fail(`sale ${id}: ${duplicate} ${currency} cents of a duplicate never went back`);
    }
    for (const [place, { type, id: eventId }] of stored.entries())
      for (const [template, role] of emailsOf(history[place]!)) {
        const account = role === 'buyer' ? transaction.buyerId : transaction.sellerId;
        const mail = `${template}-${account}-${eventId}`;
        const erased = witness.accounts.get(account)!.status === 'deleted';
        if (!erased && !dead.has(mail) && !tables.emails.has(mail))
          fail(`sale ${id}: nobody was told of ${type}: ${mail}`);
      }
  }

  for (const object of lists ? provider.objects() : []) {
    const known = object.saleId === null ? undefined : witness.sales.get(object.saleId);
    const verdict = known ? verdictOn(object, { ...known, now: scheduler.now() }) : 'unknown';
    const isCase = log.told.some(
      ({ type, data }) => type === 'UnmatchedObjectRecorded' && data.reference === object.id,
    );
    if (verdict !== 'matched' && !isCase)
      fail(`sale ${object.saleId}: nobody has seen that the ${object.kind} ${object.id} is ${verdict}`);
  }

  const overdue = world.dueness.open().filter(({ dueAt }) => dueAt <= scheduler.now() - HOUR);
  for (const { transactionId, kind } of overdue)
    fail(`sale ${transactionId}: ${kind satisfies DeadlineKind} has not fired`);
  for (const row of world.dueness.misread()) fail(`the read model of deadlines is wrong about ${row}`);
  for (const { id, dueAt } of tables.schedule.tasks.values())
    if (dueAt !== null && dueAt <= scheduler.now() - HOUR) fail(`the task ${id} was forgotten`);
  for (const [id, { reservation }] of witness.listings)
    if (reservation && !witness.sales.has(reservation.transactionId)) fail(`listing ${id} is reserved for nobody`);
    else if (reservation && witness.sales.get(reservation.transactionId)?.sale.captured === 0)
      fail(`listing ${id} stays reserved for a sale that is over`);

  for (const [id, { open }] of witness.buyers)
    if (open.length > 0) fail(`buyer ${id} still has ${open.length} purchases that wait for their payment`);

  const { subscriptions } = await world.anyProcess()!.policies;
  for (const { name, handles } of subscriptions) {
    const place = tables.checkpoints.places.get(name) ?? '';
    const lost = log.all.find(
      ({ type, position }) => position > place && (handles as readonly string[]).includes(type),
    );
    if (lost) fail(`${name} has not handled ${lost.type} of ${lost.stream}`);
  }
};
