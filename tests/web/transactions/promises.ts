import type { EmailRequest } from '#application/emails/emailJob.ts';
import { remind } from '#application/policies/emails.ts';
import type { Email } from '#application/ports/emails.ts';
import type { Job } from '#application/ports/jobs.ts';
import { saleFactsOf } from '#application/saleFacts.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { BANK_CHANGE_HOLD } from '#domain/accounts/policy.ts';
import { FIRST_BLOCK } from '#domain/buyers/policy.ts';
import { isBusinessDay } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { inWhole } from '#domain/shared/lengths.ts';
import { inFull } from '#domain/telling/moneyWords.ts';
import { NOTIFICATIONS } from '#domain/telling/notifications.ts';
import { rungBy, rungText } from '#domain/telling/rings.ts';
import { keptOf, sentenceOf } from '#domain/telling/sales.ts';
import { emailsAbout, tellingOf } from '#domain/telling/telling.ts';
import {
  isReminder,
  type SellerStanding,
  type TransactionCommand,
  type TransactionCommandType,
} from '#domain/transactions/commands.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import { moneyStateOf } from '#domain/transactions/moneyState.ts';
import { policyOf } from '#domain/transactions/policy.ts';
import { isClaimable } from '#domain/transactions/process/conditions.ts';
import { due } from '#domain/transactions/process/terms.ts';
import { mostPartialRefund, returnOpen } from '#domain/transactions/sale.ts';
import { type Terms, termsOf } from '#domain/transactions/termWords.ts';
import { allowedCommands, armedDeadlines, type Sale, transaction } from '#domain/transactions/transaction.ts';
import { moment } from '#infrastructure/mail/content.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';
import { viewDetail } from '#projections/transactions/detail.ts';
import { evolve, type SaleRow } from '#projections/transactions/row.ts';
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
import { actionWords } from '#web/transactions/actions/actionWords.ts';
import { availableActions, type SaleAction } from '#web/transactions/actions/availableActions.ts';
import { inFull as fullAction } from '#web/transactions/claims/inFull.ts';
import type { ActionName } from '#web/transactions/claims/words.ts';
import { deadlineEntries } from '#web/transactions/deadlineWords.ts';
import { disputeOpenings, disputeSteps } from '#web/transactions/dispute/disputeActions.ts';
import { lifecycleSteps } from '#web/transactions/lifecycle.ts';
import { nextAction } from '#web/transactions/list/nextAction.ts';
import { whatHappensNext } from '#web/transactions/next/whatHappensNext.ts';
import { returnOpenings, returnSteps } from '#web/transactions/return/returnActions.ts';
import { moneyOf } from '#web/transactions/saleMoney.ts';
import { dueTime, shortDate, shortDay } from '#web/ui/dates.ts';
import { neededIn } from '#web/ui/moneySentences.ts';

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example', supportEmail: 'help@reliquary.example' });

/** What has happened up to a command, and what that command wrote. */
export type World = {
  history: readonly TransactionEvent[];
  wrote: readonly TransactionEvent[];
  sale: Sale;
  row: SaleRow;
  now: number;
  standing: SellerStanding;
};

const START = { history: [], wrote: [], sale: transaction.initial, now: 0, standing: VERIFIED } as const;

/** Undefined where the command is refused or writes nothing. */
export const after = (world: World | undefined, command: TransactionCommand): World | undefined => {
  const { sale, history, standing } = world ?? START;
  const decision = transaction.decide(command, sale);
  if (!decision.ok || decision.value.length === 0) return undefined;
  const wrote = decision.value;
  const rows = wrote.reduce<SaleRow | undefined>(
    (row, event) => evolve(row, { stream: 'transaction-x', ...event } as unknown as Parameters<typeof evolve>[1]),
    world?.row,
  );
  return {
    history: [...history, ...wrote],
    wrote,
    sale: fold(transaction, wrote, sale),
    row: rows as SaleRow,
    now: command.at,
    standing: 'seller' in command ? (command.seller as SellerStanding) : standing,
  };
};

/** The worlds up to this instant, as deadlines make them that come before it. */
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

/** One world after each of the commands. */
export const worldsOf = (commands: readonly TransactionCommand[]): World[] => {
  const worlds: World[] = [];
  for (const command of commands) {
    const before = worlds.at(-1);
    const next = after(before, asRead(command, before?.sale ?? transaction.initial));
    if (!next) throw new Error(`${command.type} wrote nothing`);
    worlds.push(next);
  }
  return worlds;
};

type Step = { at: number; types: readonly TransactionEventType[]; sale: Sale; wrote: readonly TransactionEvent[] };

const MOST_STEPS = 30;

/** What comes when no party, no member of staff and no bank says anything more, and the seller stands as in this world. */
export const silentFuture = (world: World): Step[] => {
  const known = futures.get(world) ?? futureOf(world);
  futures.set(world, known);
  return known;
};
const futures = new WeakMap<World, Step[]>();

const futureOf = ({ sale: from, now: since, standing }: World): Step[] => {
  const steps: Step[] = [];
  const over = new Set<string>();
  let [sale, now] = [from, since];
  while (steps.length < MOST_STEPS) {
    const next = armedDeadlines(sale).find(
      ({ kind, dueAt }) => !isReminder(kind) && kind !== 'escalation' && !over.has(`${kind} ${dueAt}`),
    );
    if (!next) return steps;
    over.add(`${next.kind} ${next.dueAt}`);
    now = Math.max(now, next.dueAt);
    const command = fires(next.kind, next.dueAt, { seller: standing, checkout: 'unpaid' }, now);
    const decision = transaction.decide(command, sale);
    if (!decision.ok || decision.value.length === 0) continue;
    sale = fold(transaction, decision.value, sale);
    steps.push({ at: now, types: decision.value.map(({ type }) => type), sale, wrote: decision.value });
    // what was postponed is run by the policy at its time, under the same name
    if (steps.at(-1)?.types.includes('PayoutPostponed')) over.delete(`payoutRun ${sale.payout.runAt}`);
  }
  return steps;
};

const saleAt = (world: World, instant: number): Sale =>
  silentFuture(world).findLast(({ at }) => at < instant)?.sale ?? world.sale;

export type Said = {
  by: string;
  reader: 'buyer' | 'seller';
  sentence: string;
  /** When it is said, if that is later than the command: a reminder. */
  then?: World | undefined;
  /** What the step leads to that a dialog or a button tells of. */
  next?: World | undefined;
};

/** A dot ends a sentence where a capital follows. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((line) => line.split(/(?<=[.?!])\s+(?=[A-Z“€])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const emailIn = (
  { history, sale, standing, now }: World,
  { template, role, details }: Pick<Email, 'template' | 'details'> & { role: 'buyer' | 'seller' },
): Said[] => {
  const facts = saleFactsOf(history);
  if (!facts) return [];
  const money = moneyStateOf(sale, standing, now);
  const email: Email = { template, username: 'Ada', role, sale: facts, money, details, path: null };
  const { subject, text } = render(email);
  const [body = ''] = text.split('\n--');
  return [subject, ...sentencesIn(body)].map((sentence) => ({ by: `email ${template}`, reader: role, sentence }));
};

const emailsOf = (world: World): Said[] => {
  const { wrote, sale, standing } = world;
  const around = { subject: sale.id, eventId: 'e', commandId: 'c', paid: sale.paymentId !== null };
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

/** The email about bank details that a seller has given, while the money of this sale is released. */
export const emailOfBank = (event: Extract<AccountEvent, { type: 'BankDetailsProvided' }>): Said[] =>
  emailsAbout(event, { subject: '', eventId: 'e', commandId: 'c', paid: false }).flatMap(
    ({ template, details = {} }) => {
      const { text } = render({ template, username: 'Bert', role: null, sale: null, details, path: null });
      return sentencesIn(text).map((sentence) => ({ by: `email ${template}`, reader: 'seller', sentence }));
    },
  );

/** The emails of the reminders that are armed, each as it is at its time if nobody acts before. */
const remindersOf = (world: World): Said[] =>
  armedDeadlines(world.sale).flatMap(({ kind, dueAt }) => {
    if (!isReminder(kind) || dueAt < world.now) return [];
    const then = { ...(until(world, dueAt).at(-1) ?? world), now: dueAt };
    const facts = saleFactsOf(then.history);
    const isArmed = armedDeadlines(then.sale).some((each) => each.kind === kind && each.dueAt === dueAt);
    if (!facts || !isArmed) return [];
    const asked: EmailRequest[] = [];
    const jobs = {
      add: async (added: Job | readonly Job[]) =>
        void asked.push(...[added].flat().map(({ data }) => data as EmailRequest)),
    };
    // it asks for its email before it first waits
    void remind({ jobs, clock: { now: () => dueAt } })({ transactionId: then.sale.id, kind, dueAt }, facts);
    return asked.flatMap(({ template, role, details = {} }) =>
      emailIn(then, { template, role: role ?? 'buyer', details }).map((said) => ({ ...said, then })),
    );
  });

const bellsOf = ({ wrote, sale }: World): Said[] =>
  wrote.flatMap((event) => {
    const rung = rungBy(event as Parameters<typeof rungBy>[0]).map(({ to, kept }) => ({
      to: to as 'buyer' | 'seller',
      text: rungText({ fact: event.type, to, kept }, { title: 'it', other: 'Bea' }),
    }));
    const { notifies = {} } = tellingOf(event.type);
    const documented = (['buyer', 'seller'] as const).flatMap((to) => {
      const kind = notifies[to];
      return kind
        ? [{ to, text: NOTIFICATIONS[kind]({ item: 'it', sender: 'Bea', amount: 1, terms: termsOf(sale) }) }]
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
    const sale = pageOf(world, reader);
    if (!sale) return [];
    const { now } = world;
    const { title, lead, clock, outcomes } = whatHappensNext({ sale, money: moneyOf(sale), reader, now });
    const action = nextAction(sale, now);
    const texts = [
      title,
      lead,
      clock ?? '',
      ...outcomes.map(({ when, what }) => `${when}: ${what}`),
      ...(action ? [`Card: ${action.text}`, `Card: ${action.otherwise ?? ''}`] : []),
      ...sale.needs.map((need) => inFull(neededIn(sale, need, now))),
      ...deadlineEntries(sale, now).map((entry) => `${entry.title}: ${entry.detail ?? ''}`),
      ...lifecycleSteps(sale).map(({ label, note }) => `Step ${label}: ${note}`),
    ];
    return texts.flatMap((text) => sentencesIn(text).map((sentence) => ({ by: 'screen', reader, sentence })));
  });

export const COMMAND_OF: { readonly [Each in SaleAction | ActionName]?: TransactionCommandType } = {
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

/** What the step of a dialog leads to. */
export const stepIn = (world: World, name: SaleAction | ActionName, party: 'buyer' | 'seller'): World | undefined => {
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

/** What the buttons and their dialogs say. */
const dialogsOf = (world: World): Said[] =>
  PARTIES.flatMap((reader) => {
    const sale = pageOf(world, reader);
    if (!sale) return [];
    const { now } = world;
    const words = actionWords(sale);
    const ofSale = availableActions(sale, now).map((name) => ({ name, texts: [words[name].hint, words[name].next] }));
    const claims = [
      ...disputeSteps(sale),
      ...returnSteps(sale),
      ...returnOpenings(sale),
      ...disputeOpenings(sale, now),
    ].map((action) => {
      const { name, hint, intro, next, done } = fullAction(action, sale);
      return { name, texts: [hint, intro, next, done] };
    });
    return [...ofSale, ...claims].flatMap(({ name, texts }) => {
      const next = stepIn(world, name, reader);
      const said = texts.flatMap((text) => sentencesIn(text ?? ''));
      return said.map((sentence) => ({ by: `dialog ${name}`, reader, sentence, next }));
    });
  });

/** All that the parties read of a transaction after one command. */
export const saidIn = (world: World): Said[] => [
  ...emailsOf(world),
  ...remindersOf(world),
  ...bellsOf(world),
  ...screensOf(world),
  ...dialogsOf(world),
];

// ── what makes a sentence true ──

type Claim = {
  says: RegExp;
  /** Undefined: it is true; else what is so. */
  untrue: (world: World, said: Said) => string | undefined;
};

const written = (at: number): string[] => {
  const iso = new Date(at).toISOString();
  return [moment(at), dueTime(iso), shortDate(iso), shortDay(iso)];
};
const names = (sentence: string, at: number): boolean => written(at).some((date) => sentence.includes(date));

/** The sentence names the instant at which silence leads to one of these. */
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
const mayReclaim = (sale: Sale, now: number): boolean =>
  sale.payout.attempt === 0 &&
  sale.released !== null &&
  allowedCommands(sale, buyer, now).some(
    // what is no longer claimable is a late claim, which takes nothing back
    (type) => (type === 'OpenDispute' && isClaimable(sale, now)) || type === 'AppealDecision',
  );
const released = (world: World): Step | undefined =>
  silentFuture(world).find(({ types }) => types.includes('EscrowReleased'));

/** The end of what a buyer can still do, as far as the sentence names it. */
const reclaimed: Claim['untrue'] = (world, { sentence }) => {
  if (!mayReclaim(world.sale, world.now)) return 'the buyer cannot';
  if (!/until \d/.test(sentence)) return undefined;
  const ends = [
    ...silentFuture(world)
      .filter(({ types }) => types.includes('PayoutInitiated'))
      .map(({ at }) => at),
    ...(world.sale.deliveredAt === null ? [] : [world.sale.deliveredAt + policyOf(world.sale).claimPeriod]),
    ...armedDeadlines(world.sale).map(({ dueAt }) => dueAt),
    ...appealEnds(world),
  ];
  const end = ends.find((at) => names(sentence, at));
  if (end === undefined) return 'nothing ends then';
  const before = saleAt(world, end - MINUTE);
  return all(
    unless(mayReclaim(before, Math.max(world.now, end - MINUTE)), 'it has ended before'),
    unless(!mayReclaim(saleAt(world, end + 2 * MINUTE), end + 2 * MINUTE), 'it goes on after that'),
  );
};
const appealEnds = (world: World): number[] => {
  const money = moneyStateOf(world.sale, world.standing, world.now);
  return money.reclaim?.until ? [money.reclaim.until] : [];
};

/** Whether silence leads to it. */
const follows =
  (...types: TransactionEventType[]): Claim['untrue'] =>
  (world, { next = world }) =>
    unless(
      silentFuture(next).some((step) => step.types.some((type) => types.includes(type))),
      `${types.join(' or ')} never comes`,
    );

/** A party has until an instant at which silence leads to one of these; before the deadline is armed it has the length of the terms. */
const hasTime =
  (kind: Parameters<typeof due>[0], length: keyof Terms, ...types: TransactionEventType[]): Claim['untrue'] =>
  (world, said) => {
    if (/ until \d/.test(said.sentence)) return comes(...types)(world, said);
    const { next } = said;
    const ends = next && armedDeadlines(next.sale).find((armed) => armed.kind === kind)?.dueAt;
    return all(
      unless(said.sentence.includes(` ${termsOf(world.sale)[length]} `), 'another length'),
      unless(!next || ends === undefined || ends === due(kind, next.now, next.sale), `it ends on ${moment(ends ?? 0)}`),
    );
  };

/** The clock of the escrow once the hold has ended that the sentence is about. */
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

/** Sentences that claim something of the money, a date or a length: each with what must be so. */
const CLAIMS: readonly Claim[] = [
  // ── buying ──
  { says: / has until \d.* to pay\.|You have until \d.* to pay\./, untrue: comes('TransactionExpired') },
  { says: /bank has until \d.* to send the payment/, untrue: comes('TransactionExpired') },
  { says: /^Step Paid: until /, untrue: comes('TransactionExpired') },
  {
    says: /^Step Paid: within /,
    untrue: ({ sale }, { sentence }) => unless(sentence.endsWith(termsOf(sale).paymentWindow), 'another length'),
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
        unless(policyOf(world.sale).escrowPeriod === 12 * 24 * HOUR, 'the escrow has another length'),
        unless(!next || next.sale.clock?.endsAt === next.now + 12 * 24 * HOUR, 'it does not run so long'),
      ),
  },
  { says: /held in escrow until you confirm/, untrue: () => 'the end of the escrow pays the seller without it' },
  {
    says: /Within the next hour you can still cancel, as long as it is not shipped/,
    untrue: ({ sale, now }) =>
      all(
        unless(policyOf(sale).buyerCancelPeriod === HOUR, 'another length'),
        unless(
          allowedCommands(sale, buyer, now).includes('Cancel') || sale.status !== 'AWAIT_SHIPPING',
          'it cannot be cancelled',
        ),
      ),
  },
  {
    says: /You cancel: Possible within 60 minutes of paying/,
    untrue: ({ sale, now }) =>
      all(
        unless(policyOf(sale).buyerCancelPeriod === HOUR, 'another length'),
        unless(allowedCommands(sale, buyer, now).includes('Cancel'), 'it cannot'),
      ),
  },
  {
    says: /You can buy it again after/,
    untrue: (_, { sentence }) => unless(sentence.includes(`after ${inWhole(FIRST_BLOCK)},`), 'another length'),
  },
  // ── shipping ──
  {
    says: /ha(s|ve) until \d.* to ship it and confirm the shipment\./,
    untrue: comes('ShipmentDeadlineMissed'),
  },
  { says: /the sale is cancelled and .* everything back/i, untrue: follows('ShipmentDeadlineMissed') },
  {
    says: /Please ship it within 4 days|ha(s|ve) 4 days to ship|^Step Shipped: within 4 days/,
    untrue: ({ sale }) => unless(policyOf(sale).shipmentPeriod === 96 * HOUR, 'another length'),
  },
  {
    says: /^24 hours left to (ship|confirm)|24 hours left to confirm shipment/,
    untrue: ({ sale, now }, { by }) =>
      unless(
        policyOf(sale).shipmentReminder === 24 * HOUR && (!by.startsWith('email') || sale.shipBy === now + 24 * HOUR),
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
    untrue: ({ sale }, { sentence }) =>
      unless(
        [termsOf(sale).firstNotice, termsOf(sale).lastNotice].some((length) => sentence.includes(`${length} left`)),
        'another length',
      ),
  },
  {
    says: /^Step In escrow: \d+ days$/,
    untrue: ({ sale }, { sentence }) => unless(sentence.endsWith(termsOf(sale).escrow), 'another length'),
  },
  {
    says: /the money then goes to/i,
    untrue: (world) => unless(released(world) !== undefined, 'it does not'),
  },
  { says: /escrow runs on\./, untrue: ({ sale }) => unless(sale.clock !== null, 'the clock stands still') },
  {
    says: /The escrow runs again|^The escrow of .* runs again|^The clock of the escrow of .* runs again/,
    untrue: ({ sale, wrote }) =>
      unless(sale.clock !== null || wrote.some(({ type }) => type !== 'EscrowClockResumed'), 'the clock stands still'),
  },
  {
    says: /The clock of the escrow stands still, because/,
    untrue: ({ sale }) => unless(sale.clock === null && sale.status === 'IN_ESCROW', 'it runs'),
  },
  {
    says: /The clock of the escrow then runs again with/,
    untrue: (world, said) => {
      const then = freed(world, said);
      if (!then) return 'no such hold ends';
      const { at, sale, before } = then;
      if (!sale.clock) return 'it stands still then';
      const left = sale.clock.endsAt - at;
      return said.sentence.includes('what was left')
        ? unless(left === (before.remaining ?? left), 'more is left')
        : unless(left >= policyOf(sale).pauseWindow, 'less is left');
    },
  },
  {
    says: /clock of the escrow still stands then/,
    untrue: (world, said) => unless((freed(world, said)?.sale.clock ?? null) === null, 'it runs then'),
  },
  {
    says: /stays? in escrow( while| meanwhile|\.)/,
    untrue: ({ sale, history }, { next }) =>
      next
        ? unless(next.sale.money === 'escrow', `the money is ${next.sale.money}`)
        : all(
            unless(sale.money === 'escrow', `the money is ${sale.money}`),
            unless(
              sale.status === 'IN_ESCROW' || !history.some(({ type }) => type === 'ReleaseRevoked'),
              'it had been released',
            ),
          ),
  },
  {
    says: /is in escrow again while the dispute is open/,
    untrue: ({ sale, history }) =>
      unless(sale.money === 'escrow' && history.some(({ type }) => type === 'ReleaseRevoked'), 'it is not'),
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
    untrue: ({ sale }) => unless(policyOf(sale).pauseLimit === 30 * 24 * HOUR, 'another length'),
  },
  {
    says: /You pause: Possible from \d/,
    untrue: ({ sale }, { sentence }) =>
      unless(
        sale.clock !== null &&
          names(sentence, sale.clock.endsAt - policyOf(sale).pauseWindow) &&
          sentence.includes(`the last ${termsOf(sale).pauseWindow}`),
        'another time',
      ),
  },
  {
    says: /paused (this sale )?for more than 7 days/,
    untrue: ({ sale, now }) =>
      unless(
        policyOf(sale).sellerDisputeAfter === 7 * 24 * HOUR &&
          allowedCommands(sale, seller, now).includes('OpenDispute'),
        'it has not',
      ),
  },
  // ── disputes ──
  {
    says: /to accept the claim, make an offer or contest it\.|You have until .* to accept the claim/,
    untrue: hasTime('disputeAnswer', 'disputeAnswer', 'SellerSilent', 'DisputeReferred', 'ReturnApproved'),
  },
  {
    says: /(stays? silent|Nobody acts).* the dispute goes to our staff/i,
    untrue: follows('SellerSilent', 'DisputeReferred'),
  },
  { says: /aim to decide by \d/, untrue: comes('ReviewOverdue') },
  {
    says: /aim to decide within /,
    untrue: ({ sale }, { sentence }) => unless(sentence.includes(`within ${termsOf(sale).review}`), 'another length'),
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
    says: /Please answer by .*decide nothing without your answer|You have until \d.* to answer our staff|to be answered by \d/,
    untrue: ({ sale, now }, { sentence }) =>
      unless(
        [sale.questions.buyer, sale.questions.seller].some((at) => at !== null && at >= now && names(sentence, at)),
        'nothing was asked until then',
      ),
  },
  {
    says: /Say so by |can say something about it until /,
    untrue: ({ sale }, { sentence }) =>
      unless(
        sale.proposed?.shownUntil != null && names(sentence, sale.proposed.shownUntil),
        'it is shown for another time',
      ),
  },
  {
    says: /until then|until (it is|they) decided?|until you list it anew|What is contested is decided by|Until it is decided you can add one|who decide|before they confirm/,
    untrue: () => undefined,
  },
  {
    says: /Until the payout begins you can still open a dispute, for 7 days at most/,
    untrue: ({ sale }, { next }) =>
      all(
        unless(policyOf(sale).claimPeriod === 7 * 24 * HOUR, 'another length'),
        unless(!next || next.sale.payout.attempt > 0 || mayReclaim(next.sale, next.now), 'the buyer cannot'),
      ),
  },
  {
    says: /^Once, within 5 business days of it and before the payout begins/,
    untrue: ({ sale }) => unless(policyOf(sale).appealTerm.businessDays === 5, 'another length'),
  },
  {
    says: /Late claims are possible until 30 days after the payout/,
    untrue: ({ sale }) => unless(policyOf(sale).lateClaimPeriod === 30 * 24 * HOUR, 'another length'),
  },
  // ── returns ──
  {
    says: /to approve or refuse the return\./,
    untrue: hasTime('returnAnswer', 'returnAnswer', 'ReturnApproved'),
  },
  { says: /(,|acts:) the return counts as approved/i, untrue: follows('ReturnApproved') },
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
    untrue: ({ sale }) => unless(policyOf(sale).returnInspection === 12 * 24 * HOUR, 'another length'),
  },
  {
    says: /open a dispute on its page before that date/,
    untrue: ({ sale }) => unless(sale.status === 'IN_ESCROW', 'it cannot'),
  },
  {
    says: /The seller’s time to look at it stands still, because/,
    untrue: (_, { next }) =>
      unless(!next || !armedDeadlines(next.sale).some(({ kind }) => kind === 'returnInspection'), 'it runs'),
  },
  // ── holds ──
  {
    says: /stays where it is until (the bank has decided|this has ended)/,
    untrue: ({ sale }) =>
      unless(
        sale.chargeback === 'open' && sale.money !== 'refunding' && sale.money !== 'transit',
        `a ${sale.money} goes on`,
      ),
  },
  {
    says: /Nothing is paid out to the seller until this has ended/,
    untrue: ({ sale }) => unless(sale.staff === 'held' && sale.money !== 'transit', 'it is'),
  },
  {
    says: /waits until the sale goes on|until it is settled|until our staff have put it right|until a decision is confirmed|until there is a decision/,
    untrue: () => undefined,
  },
  // ── refunds ──
  {
    says: /We try again on \d/,
    untrue: comes('RefundRetried', 'DuplicateRefundRequested'),
  },
  {
    says: /Refunds usually take 5 to 7 business days|^Step Refunded: 5 to 7 business days$/,
    untrue: ({ sale }) => unless(policyOf(sale).refundWatch.businessDays === 7, 'another length'),
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
    says: /75 days after the payment our staff look at the sale/,
    untrue: ({ sale }) =>
      unless(
        policyOf(sale).escalation === 75 * 24 * HOUR && armedDeadlines(sale).some(({ kind }) => kind === 'escalation'),
        'they do not',
      ),
  },
  {
    says: /is yours\b/,
    untrue: ({ sale, now, standing }, { sentence }) =>
      unless(
        /bank gave back/.test(sentence) || (sale.released !== null && !mayReclaim(sale, now) && !standing.suspended),
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
    untrue: ({ sale }) => unless(policyOf(sale).payoutPromise.businessDays === 3, 'another length'),
  },
  { says: /can still (open a dispute|appeal against the decision) until /, untrue: reclaimed },
  {
    says: /You can rate until 30 days after the payout/,
    untrue: ({ sale }) => unless(policyOf(sale).ratingPeriod === 30 * 24 * HOUR, 'another length'),
  },
];

/** Names no time: who does something, or by what way. */
const HARMLESS =
  /\b(protected by escrow|by (it(?=\.)|(a|your|their|the buyer’s) bank|bank transfer|mail|hand|itself|ourselves|card|our staff|the (buyer|seller)|another))\b/gi;

const PROMISES = /\b(until|within|by)\b|\b(before|on|after) \d|\b\d+ (business )?(days?|hours?|minutes?)\b/i;

/** What is wrong with a sentence: it is untrue in this world, or promises something that nobody checks. */
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
