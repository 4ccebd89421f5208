import type { Email } from '#application/notifications/emails/email.ts';
import type { EmailRequest } from '#application/notifications/emails/emailJob.ts';
import { remind } from '#application/notifications/policies/emails.ts';
import type { Job } from '#application/ports/jobs.ts';
import { transactionSummaryOf } from '#application/streams/transactionSummary.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { BANK_CHANGE_HOLD } from '#domain/accounts/limits.ts';
import { emailsAbout, eventTextOf } from '#domain/notifications/eventTexts.ts';
import { inAppMessagesOf, inAppText } from '#domain/notifications/inAppMessages.ts';
import { inFull } from '#domain/notifications/moneyText.ts';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import { keptOf, sentenceOf } from '#domain/notifications/transactions.ts';
import { isBusinessDay } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { inWhole } from '#domain/shared/lengths.ts';
import type { SellerStanding, TransactionCommand, TransactionCommandType } from '#domain/transactions/commands.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import { moneyStateOf } from '#domain/transactions/moneyState.ts';
import { isClaimable } from '#domain/transactions/process/conditions.ts';
import { isReminder } from '#domain/transactions/process/deadlineTable.ts';
import { due } from '#domain/transactions/process/terms.ts';
import { mostPartialRefund, returnOpen } from '#domain/transactions/state.ts';
import { endOfTerm } from '#domain/transactions/terms/terms.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { type SpelledTerms, termsOf } from '#domain/transactions/terms/termsText.ts';
import { allowedCommands, armedDeadlines, type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { FIRST_BLOCK } from '#domain/transactions/unpaidPurchases/limits.ts';
import { moment } from '#infrastructure/mail/content.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';
import { viewDetail } from '#projections/transactions/detail.ts';
import { evolve, type TransactionRow } from '#projections/transactions/row.ts';
import {
  buyer,
  chargeback,
  command,
  fires,
  RETURN_TO,
  seller,
  staff,
  VERIFIED,
} from '#tests/domain/transactions/scenario.ts';
import { asRead } from '#tests/support/asReader.ts';
import { availableActions, type TransactionAction } from '#web/transactions/components/actions/availableActions.ts';
import { disputeOpenings, disputeSteps } from '#web/transactions/components/dispute/disputeActions.ts';
import { nextAction } from '#web/transactions/components/list/nextAction.ts';
import { whatHappensNext } from '#web/transactions/components/next/whatHappensNext.ts';
import { returnOpenings, returnSteps } from '#web/transactions/components/return/returnActions.ts';
import { lifecycleSteps } from '#web/transactions/lifecycle.ts';
import { actionText } from '#web/transactions/text/actionText.ts';
import { inFull as fullAction } from '#web/transactions/text/claimActionText.ts';
import type { ActionName } from '#web/transactions/text/claimText.ts';
import { deadlineEntries } from '#web/transactions/text/timelineText.ts';
import { moneyOf } from '#web/transactions/transactionMoney.ts';
import { dueTime, shortDate, shortDay } from '#web/ui/dates.ts';
import { neededIn } from '#web/ui/moneySentences.ts';

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example', supportEmail: 'help@reliquary.example' });

/** The history up to a command, and the events that the command wrote. */
export type World = {
  history: readonly TransactionEvent[];
  wrote: readonly TransactionEvent[];
  sale: Sale;
  row: TransactionRow;
  now: number;
  standing: SellerStanding;
};

const START = { history: [], wrote: [], sale: transactionAggregate.initial, now: 0, standing: VERIFIED } as const;

/** Undefined if the command is rejected or writes nothing. */
export const after = (world: World | undefined, command: TransactionCommand): World | undefined => {
  const { sale: transaction, history, standing } = world ?? START;
  const decision = transactionAggregate.decide(command, transaction);
  if (!decision.ok || decision.value.length === 0) return undefined;
  const wrote = decision.value;
  const rows = wrote.reduce<TransactionRow | undefined>(
    (row, event) => evolve(row, { stream: 'transaction-x', ...event } as unknown as Parameters<typeof evolve>[1]),
    world?.row,
  );
  return {
    history: [...history, ...wrote],
    wrote,
    sale: fold(transactionAggregate, wrote, transaction),
    row: rows as TransactionRow,
    now: command.at,
    standing: 'seller' in command ? (command.seller as SellerStanding) : standing,
  };
};

/** The worlds after each deadline up to this instant. */
export const until = (from: World | undefined, instant: number): World[] => {
  const worlds: World[] = [];
  const over = new Set<string>();
  for (let world = from; world; ) {
    const next = armedDeadlines(world.sale).find(
      ({ kind, dueAt }) => !isReminder(kind) && dueAt <= instant && !over.has(`${kind} ${dueAt}`),
    );
    if (!next) break;
    over.add(`${next.kind} ${next.dueAt}`);
    const details = { seller: world.standing, checkout: 'unpaid' };
    const fired = after(world, fires(next.kind, next.dueAt, details, Math.max(next.dueAt, world.now)));
    if (!fired) continue;
    worlds.push(fired);
    world = fired;
  }
  return worlds;
};

/** The world after each command. */
export const worldsOf = (commands: readonly TransactionCommand[]): World[] => {
  const worlds: World[] = [];
  for (const command of commands) {
    const before = worlds.at(-1);
    const next = after(before, asRead(command, before?.sale ?? transactionAggregate.initial));
    if (!next) throw new Error(`${command.type} wrote nothing`);
    worlds.push(next);
  }
  return worlds;
};

type Step = { at: number; types: readonly TransactionEventType[]; sale: Sale; wrote: readonly TransactionEvent[] };

const MOST_STEPS = 30;

/** The deadlines that fire if parties, staff and banks do nothing more and the seller’s standing stays. */
export const silentFuture = (world: World): Step[] => {
  const known = futures.get(world) ?? futureOf(world);
  futures.set(world, known);
  return known;
};
const futures = new WeakMap<World, Step[]>();

const futureOf = ({ sale: from, now: since, standing }: World): Step[] => {
  const steps: Step[] = [];
  const over = new Set<string>();
  let [transaction, now] = [from, since];
  while (steps.length < MOST_STEPS) {
    const next = armedDeadlines(transaction).find(
      ({ kind, dueAt }) => !isReminder(kind) && kind !== 'escalation' && !over.has(`${kind} ${dueAt}`),
    );
    if (!next) return steps;
    over.add(`${next.kind} ${next.dueAt}`);
    now = Math.max(now, next.dueAt);
    const command = fires(next.kind, next.dueAt, { seller: standing, checkout: 'unpaid' }, now);
    const decision = transactionAggregate.decide(command, transaction);
    if (!decision.ok || decision.value.length === 0) continue;
    transaction = fold(transactionAggregate, decision.value, transaction);
    steps.push({ at: now, types: decision.value.map(({ type }) => type), sale: transaction, wrote: decision.value });
    // a postponed payout runs again under the same name
    if (steps.at(-1)?.types.includes('PayoutPostponed')) over.delete(`payoutRun ${transaction.payout.runAt}`);
  }
  return steps;
};

const transactionAt = (world: World, instant: number): Sale =>
  silentFuture(world).findLast(({ at }) => at < instant)?.sale ?? world.sale;

export type Said = {
  by: string;
  reader: 'buyer' | 'seller';
  sentence: string;
  /** For a reminder: the world in which it is sent. */
  then?: World | undefined;
  /** The world after the step that a dialog or button describes. */
  next?: World | undefined;
};

/** A full stop ends a sentence if a capital letter follows. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((line) => line.split(/(?<=[.?!])\s+(?=[A-Z“€])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const emailIn = (
  { history, sale: transaction, standing, now }: World,
  { template, role, details }: Pick<Email, 'template' | 'details'> & { role: 'buyer' | 'seller' },
): Said[] => {
  const events = transactionSummaryOf(history);
  if (!events) return [];
  const money = moneyStateOf(transaction, standing, now);
  const email: Email = { template, username: 'Ada', role, transaction: events, money, details, path: null };
  const { subject, text } = render(email);
  const [body = ''] = text.split('\n--');
  return [subject, ...sentencesIn(body)].map((sentence) => ({ by: `email ${template}`, reader: role, sentence }));
};

const emailsOf = (world: World): Said[] => {
  const { wrote, sale: transaction, standing } = world;
  const around = { subject: transaction.id, eventId: 'e', commandId: 'c', paid: transaction.paymentId !== null };
  return wrote.flatMap((event) =>
    emailsAbout(event, around).flatMap(({ to, template, details = {}, unlessBankVerified, saysSuspended }) => {
      if (to !== 'buyer' && to !== 'seller') return [];
      if (unlessBankVerified && (standing.bankVerified || standing.suspended)) return [];
      return emailIn(world, {
        template,
        role: to,
        details: saysSuspended && standing.suspended ? { ...details, suspended: 1 } : details,
      });
    }),
  );
};

/** The e-mail about new bank details while money of this transaction is released. */
export const emailOfBank = (event: Extract<AccountEvent, { type: 'BankDetailsProvided' }>): Said[] =>
  emailsAbout(event, { subject: '', eventId: 'e', commandId: 'c', paid: false }).flatMap(
    ({ template, details = {} }) => {
      const { text } = render({ template, username: 'Bert', role: null, transaction: null, details, path: null });
      return sentencesIn(text).map((sentence) => ({ by: `email ${template}`, reader: 'seller', sentence }));
    },
  );

/** The e-mails of armed reminders, as sent if nobody acts before. */
const remindersOf = (world: World): Said[] =>
  armedDeadlines(world.sale).flatMap(({ kind, dueAt }) => {
    if (!isReminder(kind) || dueAt < world.now) return [];
    const then = { ...(until(world, dueAt).at(-1) ?? world), now: dueAt };
    const events = transactionSummaryOf(then.history);
    const isArmed = armedDeadlines(then.sale).some((each) => each.kind === kind && each.dueAt === dueAt);
    if (!events || !isArmed) return [];
    const asked: EmailRequest[] = [];
    const jobs = {
      add: async (added: Job | readonly Job[]) =>
        void asked.push(...[added].flat().map(({ data }) => data as EmailRequest)),
    };
    // it requests its e-mail before its first wait
    void remind({ jobs, clock: { now: () => dueAt } })({ kind, dueAt }, events);
    return asked.flatMap(({ template, role, details = {} }) =>
      emailIn(then, { template, role: role ?? 'buyer', details }).map((said) => ({ ...said, then })),
    );
  });

const bellsOf = ({ wrote, sale: transaction }: World): Said[] =>
  wrote.flatMap((event) => {
    const rung = inAppMessagesOf(event as Parameters<typeof inAppMessagesOf>[0]).map(({ to, kept }) => ({
      to: to as 'buyer' | 'seller',
      text: inAppText({ fact: event.type, to, kept }, { title: 'it', other: 'Bea' }),
    }));
    const { notifies = {} } = eventTextOf(event.type);
    const documented = (['buyer', 'seller'] as const).flatMap((to) => {
      const kind = notifies[to];
      return kind
        ? [{ to, text: NOTIFICATIONS[kind]({ item: 'it', sender: 'Bea', amount: 1, terms: termsOf(transaction) }) }]
        : [];
    });
    const line = sentenceOf(event.type, keptOf(event));
    const timeline = line ? [{ to: 'buyer' as const, text: line }] : [];
    return [...rung, ...documented, ...timeline].flatMap(({ to, text }) =>
      sentencesIn(text).map((sentence) => ({ by: `bell ${event.type}`, reader: to, sentence })),
    );
  });

const pageOf = ({ row, now, standing }: World, reader: 'buyer' | 'seller') => {
  const known = {
    ...row,
    buyer: 'ada',
    seller: 'bert',
    reviewed: false,
    payouts_held_until: standing.payoutsHeldUntil,
    can_be_paid: standing.bankVerified && !standing.suspended,
  };
  const id = reader === 'buyer' ? buyer.id : seller.id;
  return viewDetail(known, { id, roles: [] }, now, () => []);
};

const PARTIES = ['buyer', 'seller'] as const;

const screensOf = (world: World): Said[] =>
  PARTIES.flatMap((reader) => {
    const transaction = pageOf(world, reader);
    if (!transaction) return [];
    const { now } = world;
    const { title, lead, clock, outcomes } = whatHappensNext({
      sale: transaction,
      money: moneyOf(transaction),
      reader,
      now,
    });
    const action = nextAction(transaction, now);
    const texts = [
      title,
      lead,
      clock ?? '',
      ...outcomes.map(({ when, what }) => `${when}: ${what}`),
      ...(action ? [`Card: ${action.text}`, `Card: ${action.otherwise ?? ''}`] : []),
      ...transaction.needs.map((need) => inFull(neededIn(transaction, need, now))),
      ...deadlineEntries(transaction, now).map((entry) => `${entry.title}: ${entry.detail ?? ''}`),
      ...lifecycleSteps(transaction).map(({ label, note }) => `Step ${label}: ${note}`),
    ];
    return texts.flatMap((text) => sentencesIn(text).map((sentence) => ({ by: 'screen', reader, sentence })));
  });

export const COMMAND_OF: { readonly [Each in TransactionAction | ActionName]?: TransactionCommandType } = {
  confirmShipment: 'ConfirmShipment',
  confirmArrival: 'ConfirmDelivery',
  pauseEscrow: 'PauseEscrow',
  resumeEscrow: 'ResumeEscrow',
  cancel: 'Cancel',
  openDispute: 'OpenDispute',
  lateClaim: 'OpenDispute',
  sellersDispute: 'OpenDispute',
  acceptClaim: 'AcceptClaim',
  offer: 'OfferSettlement',
  contest: 'ContestDispute',
  statement: 'GiveStatement',
  appeal: 'AppealDecision',
  withdraw: 'WithdrawDispute',
  acceptOffer: 'AcceptSettlement',
  refuseOffer: 'RefuseSettlement',
  requestReturn: 'RequestReturn',
  approveReturn: 'ApproveReturn',
  giveReturnAddress: 'GiveReturnAddress',
  refuseReturn: 'RefuseReturn',
  shipReturn: 'ShipReturn',
  receiveReturn: 'ConfirmReturnReceived',
  rejectReturn: 'RejectReturn',
};

/** The world after a dialog’s step. */
export const stepIn = (
  world: World,
  name: TransactionAction | ActionName,
  party: 'buyer' | 'seller',
): World | undefined => {
  const type = COMMAND_OF[name];
  if (!type) return undefined;
  const most = Math.max(1, Math.floor(mostPartialRefund(world.sale) / 2));
  const details = {
    text: 'words',
    reason: party === 'seller' && name === 'cancel' ? 'UNAVAILABLE' : 'Not here',
    otherReason: null,
    evidence: ['photo'],
    trackingCode: 'CODE1',
    carrier: null,
    to: RETURN_TO,
    category: name === 'sellersDispute' ? 'PAUSED_TOO_LONG' : 'OTHER',
    claim: name === 'openDispute' ? most : 0,
    seller: world.standing,
    ...(name === 'offer' && { toBuyer: most }),
  };
  const given = { type, by: party === 'buyer' ? buyer : seller, at: world.now, ...details } as TransactionCommand;
  return after(world, asRead(given, world.sale));
};

/** The sentences of buttons and their dialogs. */
const dialogsOf = (world: World): Said[] =>
  PARTIES.flatMap((reader) => {
    const transaction = pageOf(world, reader);
    if (!transaction) return [];
    const { now } = world;
    const words = actionText(transaction);
    const ofTransaction = availableActions(transaction, now).map((name) => ({
      name,
      texts: [words[name].hint, words[name].next],
    }));
    const claims = [
      ...disputeSteps(transaction),
      ...returnSteps(transaction),
      ...returnOpenings(transaction),
      ...disputeOpenings(transaction, now),
    ].map((action) => {
      const { name, hint, intro, next, done } = fullAction(action, transaction);
      return { name, texts: [hint, intro, next, done] };
    });
    return [...ofTransaction, ...claims].flatMap(({ name, texts }) => {
      const next = stepIn(world, name, reader);
      const said = texts.flatMap((text) => sentencesIn(text ?? ''));
      return said.map((sentence) => ({ by: `dialog ${name}`, reader, sentence, next }));
    });
  });

/** Everything that the parties read about a transaction after a command. */
export const saidIn = (world: World): Said[] => [
  ...emailsOf(world),
  ...remindersOf(world),
  ...bellsOf(world),
  ...screensOf(world),
  ...dialogsOf(world),
];

// ── when a sentence is true ──

type Claim = {
  says: RegExp;
  /** Undefined if the sentence is true, otherwise the fact that contradicts it. */
  untrue: (world: World, said: Said) => string | undefined;
};

const written = (at: number): string[] => {
  const iso = new Date(at).toISOString();
  return [moment(at), dueTime(iso), shortDate(iso), shortDay(iso)];
};
const names = (sentence: string, at: number): boolean => written(at).some((date) => sentence.includes(date));

/** The sentence names the instant at which inaction leads to one of these events. */
const comes =
  (...types: TransactionEventType[]) =>
  (world: World, { sentence }: Pick<Said, 'sentence'>): string | undefined => {
    const step = silentFuture(world).find((each) => each.types.some((type) => types.includes(type)));
    if (!step) return `${types.join(' or ')} never comes`;
    return names(sentence, step.at) ? undefined : `${types.join(' or ')} comes on ${moment(step.at)}`;
  };
const unless = (condition: boolean, what: string): string | undefined => (condition ? undefined : what);
const all = (...findings: (string | undefined)[]): string | undefined => findings.find((finding) => finding);

const lapseOf = (world: World): Step | undefined =>
  silentFuture(world).find(({ types }) => types.includes('ReturnLapsed'));
const mayReclaim = (transaction: Sale, now: number): boolean =>
  transaction.payout.attempt === 0 &&
  transaction.released !== null &&
  allowedCommands(transaction, buyer, now).some(
    // a late claim does not revoke a release
    (type) => type === 'OpenDispute' && isClaimable(transaction, now),
  );
const mayAppeal = (transaction: Sale, party: typeof buyer, now: number): boolean =>
  allowedCommands(transaction, party, now).includes('AppealDecision');
const released = (world: World): Step | undefined =>
  silentFuture(world).find(({ types }) => types.includes('EscrowReleased'));

/** The sentence names the end of a party’s remaining right. */
const lasting = (world: World, sentence: string, may: (transaction: Sale, now: number) => boolean) => {
  if (!may(world.sale, world.now)) return 'nobody can';
  if (!/until \d/.test(sentence)) return undefined;
  const ends = [
    ...silentFuture(world)
      .filter(({ types }) => types.includes('PayoutInitiated'))
      .map(({ at }) => at),
    ...(world.sale.deliveredAt === null ? [] : [world.sale.deliveredAt + termsFor(world.sale).claimPeriod]),
    ...armedDeadlines(world.sale).map(({ dueAt }) => dueAt),
    ...appealEnds(world),
  ];
  const end = ends.find((at) => names(sentence, at));
  if (end === undefined) return 'nothing ends then';
  const before = transactionAt(world, end - MINUTE);
  return all(
    unless(may(before, Math.max(world.now, end - MINUTE)), 'it has ended before'),
    unless(!may(transactionAt(world, end + 2 * MINUTE), end + 2 * MINUTE), 'it goes on after that'),
  );
};
const reclaimed: Claim['untrue'] = (world, { sentence }) => lasting(world, sentence, mayReclaim);
const appealed: Claim['untrue'] = (world, { sentence, reader }) => {
  const party = /^You/.test(sentence) ? reader : /seller/.test(sentence) ? 'seller' : 'buyer';
  return lasting(world, sentence, (transaction, now) =>
    mayAppeal(transaction, party === 'buyer' ? buyer : seller, now),
  );
};
const appealEnds = (world: World): number[] => {
  const money = moneyStateOf(world.sale, world.standing, world.now);
  return [money.reclaim?.until, money.appeals.buyer, money.appeals.seller].filter((end) => typeof end === 'number');
};

/** Inaction leads to one of these events. */
const follows =
  (...types: TransactionEventType[]): Claim['untrue'] =>
  (world, { next = world }) =>
    unless(
      silentFuture(next).some((step) => step.types.some((type) => types.includes(type))),
      `${types.join(' or ')} never comes`,
    );

/** The party has until the instant at which inaction leads to one of these events. Before the deadline is armed, the sentence names its length. */
const hasTime =
  (kind: Parameters<typeof due>[0], length: keyof SpelledTerms, ...types: TransactionEventType[]): Claim['untrue'] =>
  (world, said) => {
    if (/ until \d/.test(said.sentence)) return comes(...types)(world, said);
    const { next } = said;
    const ends = next && armedDeadlines(next.sale).find((armed) => armed.kind === kind)?.dueAt;
    return all(
      unless(said.sentence.includes(` ${termsOf(world.sale)[length]} `), 'another length'),
      unless(!next || ends === undefined || ends === due(kind, next.now, next.sale), `it ends on ${moment(ends ?? 0)}`),
    );
  };

/** The escrow clock after the end of the hold that the sentence is about. */
const freed = (world: World, { by, sentence, next }: Said): { at: number; sale: Sale; before: Sale } | undefined => {
  const step = (command: TransactionCommand | undefined) => {
    const then = command && after(world, command);
    return then && { at: then.now, sale: then.sale, before: world.sale };
  };
  if (/resume/.test(`${by} ${sentence}`)) return step(command('ResumeEscrow', buyer, world.now));
  if (/withdraw/.test(by)) return step(command('WithdrawDispute', buyer, world.now, { seller: world.standing }));
  const from = next ?? world;
  const lapse = lapseOf(from);
  if (lapse) return { at: lapse.at, sale: lapse.sale, before: world.sale };
  if (world.sale.staff === 'held')
    return step(
      asRead(
        command('LiftStaffHold', staff, world.now, { seller: world.standing, reason: 'seen' }) as TransactionCommand,
        world.sale,
      ),
    );
  const claim = Object.entries(world.sale.chargebacks).find(([, { stands }]) => stands === 'open');
  return claim && step(chargeback('won', world.now, claim[1].amount, claim[0]));
};

/** Sentences about money, a date or a length, each with its condition. */
const CLAIMS: readonly Claim[] = [
  // ── buying ──
  { says: / has until \d.* to pay\.|You have until \d.* to pay\./, untrue: comes('TransactionExpired') },
  { says: /bank has until \d.* to send the payment/, untrue: comes('TransactionExpired') },
  { says: /^Step Paid: until /, untrue: comes('TransactionExpired') },
  {
    says: /^Step Paid: within /,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(sentence.endsWith(termsOf(transaction).paymentWindow), 'another length'),
  },
  {
    says: /^(If|Nobody|Nothing|Card).*(the purchase|the sale) ends( and|, and)/i,
    untrue: follows('TransactionExpired'),
  },
  {
    says: /^Payment window ends: If it is not paid by then/,
    untrue: follows('TransactionExpired'),
  },
  {
    says: /12 days after shipment unless something stops the clock\.$|(Escrow runs|Starts the) 12 days\b/,
    untrue: (world, { next }) =>
      all(
        unless(termsFor(world.sale).escrowPeriod === 12 * 24 * HOUR, 'the escrow has another length'),
        unless(!next || next.sale.clock?.endsAt === next.now + 12 * 24 * HOUR, 'it does not run so long'),
      ),
  },
  { says: /held in escrow until you confirm/, untrue: () => 'the end of the escrow pays the seller without it' },
  {
    says: /Within the next hour you can still cancel, as long as it is not shipped/,
    untrue: ({ sale: transaction, now }) =>
      all(
        unless(termsFor(transaction).buyerCancelPeriod === HOUR, 'another length'),
        unless(
          allowedCommands(transaction, buyer, now).includes('Cancel') || transaction.status !== 'AWAIT_SHIPPING',
          'it cannot be cancelled',
        ),
      ),
  },
  {
    says: /You cancel: Possible within 60 minutes of paying/,
    untrue: ({ sale: transaction, now }) =>
      all(
        unless(termsFor(transaction).buyerCancelPeriod === HOUR, 'another length'),
        unless(allowedCommands(transaction, buyer, now).includes('Cancel'), 'it cannot'),
      ),
  },
  {
    says: /You can buy it again after/,
    untrue: (_, { sentence }) => unless(sentence.includes(`after ${inWhole(FIRST_BLOCK)};`), 'another length'),
  },
  // ── shipping ──
  {
    says: /ha(s|ve) until \d.* to ship it and confirm the shipment\./,
    untrue: comes('ShipmentDeadlineMissed'),
  },
  { says: /the sale is cancelled and .* everything back/i, untrue: follows('ShipmentDeadlineMissed') },
  {
    says: /Please ship it within 4 days|ha(s|ve) 4 days to ship|^Step Shipped: within 4 days/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).shipmentPeriod === 96 * HOUR, 'another length'),
  },
  {
    says: /^24 hours left to (ship|confirm)|24 hours left to confirm shipment/,
    untrue: ({ sale: transaction, now }, { by }) =>
      unless(
        termsFor(transaction).shipmentReminder === 24 * HOUR &&
          (!by.startsWith('email') || transaction.shipBy === now + 24 * HOUR),
        'another length is left',
      ),
  },
  // ── escrow ──
  { says: /Escrow ends on \d|^Step In escrow: until /, untrue: comes('EscrowReleased') },
  {
    says: /Escrow ends in (\d+) days?/,
    untrue: (world, { sentence }) =>
      unless(
        released(world)?.at === world.now + Number(/in (\d+) day/.exec(sentence)?.[1]) * 24 * HOUR,
        'it ends at another time',
      ),
  },
  {
    says: /^Notice to the buyer: \d days? left/,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(
        [termsOf(transaction).firstNotice, termsOf(transaction).lastNotice].some((length) =>
          sentence.includes(`${length} left`),
        ),
        'another length',
      ),
  },
  {
    says: /^Step In escrow: \d+ days$/,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(sentence.endsWith(termsOf(transaction).escrow), 'another length'),
  },
  {
    says: /the money then goes to/i,
    untrue: (world) => unless(released(world) !== undefined, 'it does not'),
  },
  {
    says: /escrow runs on\./,
    untrue: ({ sale: transaction }) => unless(transaction.clock !== null, 'the clock stands still'),
  },
  {
    says: /The escrow runs again|The escrow has resumed|^The escrow of .* runs again|^The countdown for .* has resumed/,
    untrue: ({ sale: transaction, wrote }) =>
      unless(
        transaction.clock !== null || wrote.some(({ type }) => type !== 'EscrowClockResumed'),
        'the clock stands still',
      ),
  },
  {
    says: /The escrow countdown is paused, because/,
    untrue: ({ sale: transaction }) =>
      unless(transaction.clock === null && transaction.status === 'IN_ESCROW', 'it runs'),
  },
  {
    says: /The escrow countdown then continues with/,
    untrue: (world, said) => {
      const then = freed(world, said);
      if (!then) return 'no such hold ends';
      const { at, sale: transaction, before } = then;
      if (!transaction.clock) return 'it stands still then';
      const left = transaction.clock.endsAt - at;
      return said.sentence.includes('what was left')
        ? unless(left === (before.remaining ?? left), 'more is left')
        : unless(left >= termsFor(transaction).pauseWindow, 'less is left');
    },
  },
  {
    says: /escrow countdown stays paused then/,
    untrue: (world, said) => unless((freed(world, said)?.sale.clock ?? null) === null, 'it runs then'),
  },
  {
    says: /stays? in escrow( while| meanwhile|\.)/,
    untrue: ({ sale: transaction, history }, { next }) =>
      next
        ? unless(next.sale.money === 'escrow', `the money is ${next.sale.money}`)
        : all(
            unless(transaction.money === 'escrow', `the money is ${transaction.money}`),
            unless(
              transaction.status === 'IN_ESCROW' || !history.some(({ type }) => type === 'ReleaseRevoked'),
              'it had been released',
            ),
          ),
  },
  {
    says: /is in escrow again while the dispute is open/,
    untrue: ({ sale: transaction, history }) =>
      unless(transaction.money === 'escrow' && history.some(({ type }) => type === 'ReleaseRevoked'), 'it is not'),
  },
  { says: /The pause ends on \d/, untrue: comes('PauseExpired') },
  {
    says: /only the pause ends then, and the dispute goes on/i,
    untrue: (world) =>
      unless(
        silentFuture(world).some(({ types }) => types.includes('PauseExpired') && !types.includes('DisputeOpened')),
        'it does not',
      ),
  },
  {
    says: /a dispute then opens by itself(, unless the return is still open)?\./i,
    untrue: (world, { sentence }) => {
      const end = silentFuture(world).find(({ types }) => types.includes('PauseExpired'));
      if (!end) return 'the pause does not end';
      const opens = end.types.includes('DisputeOpened');
      return unless(opens || (sentence.includes('unless') && returnOpen(end.sale)), 'no dispute opens');
    },
  },
  {
    says: /After 30 days of pause in all, a dispute opens/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).pauseLimit === 30 * 24 * HOUR, 'another length'),
  },
  {
    says: /You pause: Possible from \d/,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(
        transaction.clock !== null &&
          names(sentence, transaction.clock.endsAt - termsFor(transaction).pauseWindow) &&
          sentence.includes(`the last ${termsOf(transaction).pauseWindow}`),
        'another time',
      ),
  },
  {
    says: /paused (this sale )?for more than 7 days/,
    untrue: ({ sale: transaction, now }) =>
      unless(
        termsFor(transaction).sellerDisputeAfter === 7 * 24 * HOUR &&
          allowedCommands(transaction, seller, now).includes('OpenDispute'),
        'it has not',
      ),
  },
  // ── disputes ──
  {
    says: /to accept the claim, make an offer or contest it\.|You have until .* to accept the claim/,
    untrue: hasTime('disputeAnswer', 'disputeAnswer', 'SellerSilent', 'DisputeReferred'),
  },
  {
    says: /(stays? silent|If nothing happens).* the dispute goes to our staff/i,
    untrue: follows('SellerSilent', 'DisputeReferred'),
  },
  { says: /aim to decide by \d/, untrue: comes('ReviewOverdue') },
  {
    says: /aim to decide within /,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(sentence.includes(`within ${termsOf(transaction).review}`), 'another length'),
  },
  {
    says: /can expect a decision .* by |A decision comes before |(?<!aim to )decides? (it )?within /,
    untrue: () => 'nothing makes staff decide by then',
  },
  {
    says: /to accept or refuse the offer\.|accept or refuse it until /,
    untrue: hasTime('settlementOffer', 'settlementOffer', 'SettlementLapsed'),
  },
  { says: /the offer lapses and the dispute goes on/i, untrue: follows('SettlementLapsed') },
  {
    says: /Please answer by .*(decide nothing|will not decide) without your answer|You have until \d.* to answer our staff|(an answer due|to be answered) by \d/,
    untrue: ({ sale: transaction, now }, { sentence }) =>
      unless(
        [transaction.questions.buyer, transaction.questions.seller].some(
          (at) => at !== null && at >= now && names(sentence, at),
        ),
        'nothing was asked until then',
      ),
  },
  {
    says: /(Say so|Tell us) by |can say something about it until /,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(
        transaction.proposed?.shownUntil != null && names(sentence, transaction.proposed.shownUntil),
        'it is shown for another time',
      ),
  },
  {
    says: /until then|until (it is|they) decided?|until you list it (again|anew)|until the decision\.|until the hold ends|Until it is decided you can add one|What is contested is decided by|You can add one too|who decide|before they confirm/,
    untrue: () => undefined,
  },
  {
    says: /Until the payout begins you can still open a dispute, for 7 days at most/,
    untrue: ({ sale: transaction }, { next }) =>
      all(
        unless(termsFor(transaction).claimPeriod === 7 * 24 * HOUR, 'another length'),
        unless(!next || next.sale.payout.attempt > 0 || mayReclaim(next.sale, next.now), 'the buyer cannot'),
      ),
  },
  {
    says: /^Once, within 5 business days of it and before the payout begins/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).appealTerm.businessDays === 5, 'another length'),
  },
  {
    says: /Late claims are possible until 30 days after the payout/,
    untrue: ({ sale: transaction }) =>
      unless(termsFor(transaction).lateClaimPeriod === 30 * 24 * HOUR, 'another length'),
  },
  // ── returns ──
  {
    says: /to approve or refuse the return\./,
    untrue: hasTime('returnAnswer', 'returnAnswer', 'ReturnApproved'),
  },
  { says: /(,|happens:) the return counts as approved/i, untrue: follows('ReturnApproved') },
  {
    says: /to send it back with a tracking code\./,
    untrue: hasTime('returnShipBack', 'shipBack', 'ReturnLapsed'),
  },
  { says: /the return lapses/i, untrue: follows('ReturnLapsed') },
  {
    says: /to confirm that it arrived, or to say what is wrong\./,
    untrue: hasTime('returnInspection', 'inspection', 'ReturnReceived'),
  },
  { says: /the return counts as received and/i, untrue: follows('ReturnReceived') },
  {
    says: /neither confirmed nor rejected the return .* within 12 days/,
    untrue: ({ sale: transaction }) =>
      unless(termsFor(transaction).returnInspection === 12 * 24 * HOUR, 'another length'),
  },
  {
    says: /open a dispute on its page before that date/,
    untrue: ({ sale: transaction }) => unless(transaction.status === 'IN_ESCROW', 'it cannot'),
  },
  {
    says: /The seller’s time to look at it is paused, because/,
    untrue: (_, { next }) =>
      unless(!next || !armedDeadlines(next.sale).some(({ kind }) => kind === 'returnInspection'), 'it runs'),
  },
  // ── holds ──
  {
    says: /stays where it is until (the bank has decided|this has ended)/,
    untrue: ({ sale: transaction }) =>
      unless(
        transaction.chargeback === 'open' && transaction.money !== 'refunding' && transaction.money !== 'transit',
        `a ${transaction.money} goes on`,
      ),
  },
  {
    says: /Nothing is paid out to the seller until this has ended/,
    untrue: ({ sale: transaction }) => unless(transaction.staff === 'held' && transaction.money !== 'transit', 'it is'),
  },
  {
    says: /waits until the sale continues|until it is settled|until our staff repair it|until a decision is confirmed|until there is a decision/,
    untrue: () => undefined,
  },
  {
    says: /The money stays in escrow until there is a new (one|decision)/,
    untrue: ({ sale: transaction }) => unless(transaction.money === 'escrow', `it is ${transaction.money}`),
  },
  {
    says: /The money goes back into escrow until there is a new one/,
    untrue: ({ sale: transaction, now }) =>
      unless(
        transaction.money === 'payable' && allowedCommands(transaction, buyer, now).includes('AppealDecision'),
        'nobody can appeal',
      ),
  },
  // ── refunds ──
  {
    says: /We try again on \d/,
    untrue: comes('RefundRetried', 'DuplicateRefundRequested'),
  },
  {
    says: /Refunds usually take 5 to 7 business days|^Step Refunded: 5 to 7 business days$/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).refundWatch.businessDays === 7, 'another length'),
  },
  // ── payouts ──
  {
    says: /payouts wait until \d/,
    untrue: (world, { sentence }) => {
      const held = world.standing.payoutsHeldUntil ?? 0;
      return all(
        unless(held > world.now && names(sentence, held), `they wait until ${moment(held)}`),
        ...silentFuture(world).map(({ at, types }) =>
          unless(at >= held || !types.includes('PayoutInitiated'), `one leaves on ${moment(at)}`),
        ),
      );
    },
  },
  {
    says: /payouts then wait 72 hours/,
    untrue: () => unless(BANK_CHANGE_HOLD === 72 * HOUR, 'another length'),
  },
  {
    says: /75 days after the payment, our staff review the sale/,
    untrue: ({ sale: transaction }) =>
      unless(
        termsFor(transaction).escalation === 75 * 24 * HOUR &&
          armedDeadlines(transaction).some(({ kind }) => kind === 'escalation'),
        'they do not',
      ),
  },
  {
    says: /is yours\b/,
    untrue: ({ sale: transaction, now, standing }, { sentence }) =>
      unless(
        /bank gave back/.test(sentence) ||
          (transaction.released !== null &&
            !mayReclaim(transaction, now) &&
            !mayAppeal(transaction, buyer, now) &&
            !standing.suspended),
        'the buyer can still claim it, or it is not released',
      ),
  },
  {
    says: /payout follows within 3 business days/,
    untrue: (world) => {
      const step = silentFuture(world).find(({ types }) => types.includes('PayoutInitiated'));
      let end = world.now;
      for (let left = 3; left > 0; ) {
        end += 24 * HOUR;
        if (isBusinessDay(end)) left--;
      }
      return unless(!!step && step.at <= end, step ? `it leaves on ${moment(step.at)}` : 'it never leaves');
    },
  },
  {
    says: /The money leaves for (your|the seller’s) bank account on |^Step Paid out: leaves on /,
    untrue: comes('PayoutInitiated'),
  },
  {
    says: /usually (goes out )?within 3 business days|^Step Paid out: 3 business days/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).payoutPromise.businessDays === 3, 'another length'),
  },
  { says: /can still open a dispute until /, untrue: reclaimed },
  { says: /can still appeal against the decision until /, untrue: appealed },
  {
    says: /can appeal against the decision once the refund has arrived, until /,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(
        transaction.refund?.state === 'requested' &&
          transaction.decided?.lost.buyer === true &&
          names(sentence, endOfTerm(transaction.decided.at, termsFor(transaction).appealTerm)),
        'no refund is on its way, or the term ends at another time',
      ),
  },
  {
    says: /to appeal against the decision\.( If .*, the refund is sent)?/,
    untrue: hasTime('decidedRefund', 'appeal', 'RefundRequested'),
  },
  {
    says: /You can rate until 30 days after the payout/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).ratingPeriod === 30 * 24 * HOUR, 'another length'),
  },
];

/** Not a time: names a person or a way. */
const HARMLESS =
  /\b(protected by escrow|by (it(?=\.)|(a|your|their|the buyer’s) bank|bank transfer|mail|hand|itself|ourselves|card|our staff|the (buyer|seller)|another))\b/gi;

const PROMISES = /\b(until|within|by)\b|\b(before|on|after) \d|\b\d+ (business )?(days?|hours?|minutes?)\b/i;

/** The error in a sentence: it is untrue in this world, or promises something that no claim checks. */
export const wrongWith = (world: World, said: Said): string | undefined => {
  const claims = CLAIMS.filter(({ says }) => says.test(said.sentence));
  if (claims.length === 0 && PROMISES.test(said.sentence.replaceAll(HARMLESS, ''))) return 'nothing checks it';
  return all(...claims.map(({ untrue }) => untrue(said.then ?? world, said)));
};

export const wrongIn = (world: World): string[] =>
  saidIn(world).flatMap((said) => {
    const wrong = wrongWith(world, said);
    return wrong
      ? [
          `${said.by} to the ${said.reader}: “${said.sentence}” – ${wrong} (${world.sale.status}, ${world.wrote.map(({ type }) => type).join(' ')})`,
        ]
      : [];
  });
