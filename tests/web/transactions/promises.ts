import type { Email } from '#application/ports/emails.ts';
import { transactionSummaryOf } from '#application/streams/transactionSummary.ts';
import { rungBy, rungText } from '#domain/notifications/inAppMessages.ts';
import { emailsAbout, eventTextOf } from '#domain/notifications/notice.ts';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import { keptOf, sentenceOf } from '#domain/notifications/transactions.ts';
import { isBusinessDay } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { isReminder, type SellerStanding, type TransactionCommand } from '#domain/transactions/commands.ts';
import type { TransactionEvent, TransactionEventType } from '#domain/transactions/events.ts';
import { termsFor } from '#domain/transactions/limits.ts';
import { moneyStateOf } from '#domain/transactions/moneyState.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { allowedCommands, armedDeadlines, type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { moment } from '#infrastructure/mail/content.ts';
import { openEmailRenderer } from '#infrastructure/mail/renderEmail.ts';
import { viewDetail } from '#projections/transactions/detail.ts';
import { evolve, type TransactionRow } from '#projections/transactions/row.ts';
import { buyer, fires, seller, VERIFIED } from '#tests/domain/transactions/scenario.ts';
import { asRead } from '#tests/support/asReader.ts';
import { deadlineEntries } from '#web/transactions/deadlineWords.ts';
import { nextAction } from '#web/transactions/list/nextAction.ts';
import { whatHappensNext } from '#web/transactions/next/whatHappensNext.ts';
import { moneyOf } from '#web/transactions/saleMoney.ts';
import { dueTime, shortDate } from '#web/ui/dates.ts';

const render = openEmailRenderer({ publicUrl: 'https://reliquary.example', supportEmail: 'help@reliquary.example' });

/** What has happened up to a command, and what that command wrote. */
export type World = {
  history: readonly TransactionEvent[];
  wrote: readonly TransactionEvent[];
  sale: Sale;
  row: TransactionRow;
  now: number;
  standing: SellerStanding;
};

const START = { history: [], wrote: [], sale: transactionAggregate.initial, now: 0, standing: VERIFIED } as const;

/** Undefined where the command is refused or writes nothing. */
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
    const next = after(before, asRead(command, before?.sale ?? transactionAggregate.initial));
    if (!next) throw new Error(`${command.type} wrote nothing`);
    worlds.push(next);
  }
  return worlds;
};

type Step = { at: number; types: readonly TransactionEventType[]; sale: Sale; wrote: readonly TransactionEvent[] };

const MOST_STEPS = 30;

/** What comes when no party, no member of staff and no bank says anything more, and the seller stands as in this world. */
export const silentFuture = ({ sale: from, now: since, standing }: World): Step[] => {
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
    // what was postponed is run by the policy at its time, under the same name
    if (steps.at(-1)?.types.includes('PayoutPostponed')) over.delete(`payoutRun ${transaction.payout.runAt}`);
  }
  return steps;
};

const transactionAt = (world: World, instant: number): Sale =>
  silentFuture(world).findLast(({ at }) => at < instant)?.sale ?? world.sale;

export type Said = { by: string; reader: 'buyer' | 'seller'; sentence: string };

/** A dot ends a sentence where a capital follows. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/\n+/)
    .flatMap((line) => line.split(/(?<=[.?!])\s+(?=[A-Z“€])/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const emailsOf = ({ history, wrote, sale: transaction, standing, now }: World): Said[] => {
  const events = transactionSummaryOf(history);
  if (!events) return [];
  const money = moneyStateOf(transaction, standing, now);
  const around = { subject: transaction.id, eventId: 'e', commandId: 'c', paid: transaction.paymentId !== null };
  return wrote.flatMap((event) =>
    emailsAbout(event, around).flatMap(({ to, template, details = {}, unlessBankVerified, saysSuspended }) => {
      if (to !== 'buyer' && to !== 'seller') return [];
      if (unlessBankVerified && (standing.bankVerified || standing.suspended)) return [];
      const email: Email = {
        template,
        username: 'Ada',
        role: to,
        sale: events,
        money,
        details: saysSuspended && standing.suspended ? { ...details, suspended: 1 } : details,
        path: null,
      };
      const [body = ''] = render(email).text.split('\n--');
      return sentencesIn(body).map((sentence) => ({ by: `email ${template}`, reader: to, sentence }));
    }),
  );
};

const bellsOf = ({ wrote, sale: transaction }: World): Said[] =>
  wrote.flatMap((event) => {
    const rung = rungBy(event as Parameters<typeof rungBy>[0]).map(({ to, kept }) => ({
      to: to as 'buyer' | 'seller',
      text: rungText({ fact: event.type, to, kept }, { title: 'it', other: 'Bea' }),
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

const screensOf = ({ row, now, standing }: World): Said[] =>
  (['buyer', 'seller'] as const).flatMap((reader) => {
    const id = reader === 'buyer' ? buyer.id : seller.id;
    const known = {
      ...row,
      buyer: 'ada',
      seller: 'bert',
      reviewed: false,
      payouts_held_until: standing.payoutsHeldUntil,
      can_be_paid: standing.bankVerified && !standing.suspended,
    };
    const transaction = viewDetail(known, { id, roles: [] }, now, () => []);
    if (!transaction) return [];
    const { title, lead, until, clock, outcomes } = whatHappensNext({
      sale: transaction,
      money: moneyOf(transaction),
      reader,
      now,
    });
    const action = nextAction(transaction);
    const texts = [
      title,
      until ? `${lead} ${dueTime(until)}` : lead,
      clock ?? '',
      ...outcomes.map(({ when, what }) => `${when}: ${what}`),
      ...(action ? [`Card: ${action.text}`, `Card: ${action.otherwise ?? ''}`] : []),
      ...deadlineEntries(transaction, now).map((entry) => `${entry.title}: ${entry.detail ?? ''}`),
    ];
    return texts.flatMap((text) => sentencesIn(text).map((sentence) => ({ by: 'screen', reader, sentence })));
  });

/** All that the parties read of a transaction after one command. */
export const saidIn = (world: World): Said[] => [...emailsOf(world), ...bellsOf(world), ...screensOf(world)];

// ── what makes a sentence true ──

type Claim = {
  says: RegExp;
  /** Undefined: it is true; else what is so. */
  untrue: (world: World, said: Said) => string | undefined;
};

const written = (at: number): string[] => {
  const iso = new Date(at).toISOString();
  return [moment(at), dueTime(iso), shortDate(iso)];
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
const mayReclaim = (transaction: Sale, now: number): boolean =>
  transaction.payout.attempt === 0 &&
  transaction.released !== null &&
  allowedCommands(transaction, buyer, now).some((type) => type === 'OpenDispute' || type === 'AppealDecision');
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
    ...(world.sale.deliveredAt === null ? [] : [world.sale.deliveredAt + termsFor(world.sale).claimPeriod]),
    ...armedDeadlines(world.sale).map(({ dueAt }) => dueAt),
    ...appealEnds(world),
  ];
  const end = ends.find((at) => names(sentence, at));
  if (end === undefined) return 'nothing ends then';
  const before = transactionAt(world, end - MINUTE);
  return all(
    unless(mayReclaim(before, Math.max(world.now, end - MINUTE)), 'it has ended before'),
    unless(!mayReclaim(transactionAt(world, end + 2 * MINUTE), end + 2 * MINUTE), 'it goes on after that'),
  );
};
const appealEnds = (world: World): number[] => {
  const money = moneyStateOf(world.sale, world.standing, world.now);
  return money.reclaim?.until ? [money.reclaim.until] : [];
};

/** Sentences that claim something of the money, a date or a length: each with what must be so. */
const CLAIMS: readonly Claim[] = [
  // ── buying ──
  { says: /Complete the payment by |^Pay before |Card: Pay before /, untrue: comes('TransactionExpired') },
  {
    says: /reserved for its buyer until .*, or longer while a bank|Reserved for the buyer until \d|It stays reserved for you until /,
    untrue: comes('TransactionExpired'),
  },
  {
    says: /^Payment window ends: If it is not paid by then/,
    untrue: (world) =>
      unless(
        silentFuture(world).some(({ types }) => types.includes('TransactionExpired')),
        'it does not end',
      ),
  },
  { says: /^Nobody acts: On .* listing is (released|no longer kept)/, untrue: comes('TransactionExpired') },
  {
    says: /has to arrive before |^Nothing arrives: On |The (buyer’s )?bank has until /,
    untrue: comes('TransactionExpired'),
  },
  {
    says: /^It goes to the seller when you confirm the arrival, or 12 days after shipment unless something stops the clock\.$/,
    untrue: ({ sale: transaction }) =>
      unless(termsFor(transaction).escrowPeriod === 12 * 24 * HOUR, 'the escrow has another length'),
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
    says: /You cancel: Possible within/,
    untrue: ({ sale: transaction, now }) =>
      unless(allowedCommands(transaction, buyer, now).includes('Cancel'), 'it cannot'),
  },
  // ── shipping ──
  {
    says: /has until .* to ship it; otherwise you get everything back|confirm the shipment by |(C|c)onfirm shipment before |The seller ships before /,
    untrue: comes('ShipmentDeadlineMissed'),
  },
  { says: /^Nobody acts: On .* the sale is cancelled/, untrue: comes('ShipmentDeadlineMissed') },
  {
    says: /Please ship it within 4 days|has 4 days to ship/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).shipmentPeriod === 96 * HOUR, 'another length'),
  },
  // ── escrow ──
  {
    says: /The escrow ends on |^Escrow ends on |Card: Escrow ends on |^Nobody acts: On .* the money goes to/,
    untrue: comes('EscrowReleased'),
  },
  {
    says: /If nobody acts, the money then goes to/,
    untrue: (world) => unless(released(world) !== undefined, 'it does not'),
  },
  {
    says: /escrow runs on\./,
    untrue: ({ sale: transaction }) => unless(transaction.clock !== null, 'the clock stands still'),
  },
  {
    says: /clock of the escrow .*runs again\.|The escrow runs again|^The escrow of .* runs again/,
    untrue: ({ sale: transaction, wrote }) =>
      unless(
        transaction.clock !== null || wrote.some(({ type }) => type !== 'EscrowClockResumed'),
        'the clock stands still',
      ),
  },
  {
    says: /The clock of the escrow stands still, because/,
    untrue: ({ sale: transaction }) =>
      unless(transaction.clock === null && transaction.status === 'IN_ESCROW', 'it runs'),
  },
  {
    says: /stays? in escrow( while| meanwhile|\.)/,
    untrue: ({ sale: transaction, history }) =>
      all(
        unless(transaction.money === 'escrow', `the money is ${transaction.money}`),
        unless(
          transaction.status === 'IN_ESCROW' || !history.some(({ type }) => type === 'ReleaseRevoked'),
          'it had been released',
        ),
      ),
  },
  {
    says: /are in escrow again while it is open/,
    untrue: ({ sale: transaction, history }) =>
      unless(transaction.money === 'escrow' && history.some(({ type }) => type === 'ReleaseRevoked'), 'they are not'),
  },
  {
    says: /the pause ends on .*, and a dispute opens/,
    untrue: (world, said) => all(comes('PauseExpired')(world, said), comes('DisputeOpened')(world, said)),
  },
  {
    says: /the pause ends on [^,]*\.$|The pause lasts until |^Pause ends/,
    untrue: (world, said) => (said.sentence.startsWith('Pause ends') ? undefined : comes('PauseExpired')(world, said)),
  },
  { says: /^Nobody acts: On .* a dispute opens by itself/, untrue: comes('DisputeOpened') },
  {
    says: /You pause: Possible from/,
    untrue: ({ sale: transaction }) => unless(transaction.clock !== null, 'the clock stands still'),
  },
  // ── disputes ──
  {
    says: /has until .* to answer\.|You have until .* to accept the claim|^The clock .*(answers|Answer) before|The seller answers the dispute before|Answer the dispute before|Answer before \d|The seller answers before \d/,
    untrue: (world, said) =>
      /return/.test(said.sentence)
        ? undefined
        : comes('SellerSilent', 'DisputeReferred', 'ReturnApproved')(world, said),
  },
  { says: /^Nobody acts: On .* the dispute goes to our staff/, untrue: comes('SellerSilent', 'DisputeReferred') },
  { says: /aim to decide (the dispute )?(by|before) /, untrue: comes('ReviewOverdue') },
  {
    says: /aim to (decide|do so)( it)? within 5 business days/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).reviewTerm.businessDays === 5, 'another length'),
  },
  {
    says: /can expect a decision .* by |A decision comes before |(?<!aim to )decides? (it )?within /,
    untrue: () => 'nothing makes staff decide by then',
  },
  {
    says: /accept or refuse it until |Accept or refuse before |The buyer answers (your offer )?before |Answer the offer before |^Nobody acts: On .* the offer lapses/,
    untrue: comes('SettlementLapsed'),
  },
  {
    says: /Please answer by .*decide nothing without your answer|Read it under Statements, and answer before|Answer our staff before |^You do not answer: After |to be answered before /,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(
        [transaction.questions.buyer, transaction.questions.seller].some((at) => at !== null && names(sentence, at)),
        'nothing was asked until then',
      ),
  },
  {
    says: /Say so by |can say something about it until /,
    untrue: ({ sale: transaction }, { sentence }) =>
      unless(
        transaction.proposed?.shownUntil != null && names(sentence, transaction.proposed.shownUntil),
        'it is shown for another time',
      ),
  },
  {
    says: /What is contested is decided by|Until it is decided you can add one|until it is decided|who decide|before they confirm/,
    untrue: () => undefined,
  },
  // ── returns ──
  {
    says: /Answer by .*without an answer the return is approved|Answer the return before |The seller answers the return before |^Nobody acts: On .* the return counts as approved/,
    untrue: comes('ReturnApproved'),
  },
  {
    says: /back with a tracking code by |sends? (the item |it )?back before |Send (the item|it) back before |has until .* to send it back/,
    untrue: comes('ReturnLapsed'),
  },
  { says: /^Nobody acts: On .* the return lapses/, untrue: comes('ReturnLapsed') },
  {
    says: /(clock of the escrow then runs again|escrow clock runs on) with at least 74 hours left/,
    untrue: (world) => {
      const step = lapseOf(world);
      const clock = step?.sale.clock;
      if (!step) return world.sale.return === 'approved' ? 'the return never lapses' : undefined;
      return unless(!!clock && clock.endsAt - step.at >= 74 * HOUR, 'it stands still then');
    },
  },
  {
    says: /clock of the escrow still stands then/,
    untrue: (world) => unless((lapseOf(world)?.sale.clock ?? null) === null, 'it runs then'),
  },
  {
    says: /say what is wrong, by |Confirm or reject it before|The seller confirms (the return )?before |Confirm the return before |^Nobody acts: On .* it counts as received/,
    untrue: comes('ReturnReceived'),
  },
  {
    says: /neither confirmed nor rejected the return .* within 12 days/,
    untrue: ({ sale: transaction }) =>
      unless(termsFor(transaction).returnInspection === 12 * 24 * HOUR, 'another length'),
  },
  {
    says: /open a dispute on its page before that date/,
    untrue: ({ sale: transaction }) => unless(transaction.status === 'IN_ESCROW', 'it cannot'),
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
    says: /(U|u)ntil it has decided nothing moves/,
    untrue: ({ sale: transaction }) =>
      unless(transaction.chargeback === 'open' && transaction.money !== 'refunding', 'money moves'),
  },
  {
    says: /clock stands until it has ended|waits until the sale goes on|until it is settled|until our staff have put it right|until a decision is confirmed|until there is a decision/,
    untrue: () => undefined,
  },
  // ── refunds ──
  {
    says: /We try again on |tried again on \d|It is tried again on/,
    untrue: comes('RefundRetried', 'DuplicateRefundRequested'),
  },
  {
    says: /Refunds usually take 5 to 7 business days/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).refundWatch.businessDays === 7, 'another length'),
  },
  // ── payouts ──
  {
    says: /is yours\b/,
    untrue: ({ sale: transaction, now, standing }, { sentence }) =>
      unless(
        /bank gave back/.test(sentence) ||
          (transaction.released !== null && !mayReclaim(transaction, now) && !standing.suspended),
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
    says: /leaves for (your|the seller’s) bank account on |goes to your bank account on |The money goes to the seller on |Your payout goes out on |The seller is paid on /,
    untrue: comes('PayoutInitiated'),
  },
  {
    says: /usually (goes out |paid out )?within 3 business days/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).payoutPromise.businessDays === 3, 'another length'),
  },
  { says: /can still (open a dispute|appeal against the decision) until /, untrue: reclaimed },
  {
    says: /You can rate until 30 days after the payout/,
    untrue: ({ sale: transaction }) => unless(termsFor(transaction).ratingPeriod === 30 * 24 * HOUR, 'another length'),
  },
];

/** Names no time: who does something, or by what way. */
const HARMLESS =
  /\b(protected by escrow|by ((a|your|their|the buyer’s) bank|bank transfer|mail|hand|itself|ourselves|card|our staff|the (buyer|seller)|another))\b/gi;

const PROMISES = /\b(until|within|by)\b/i;

/** What is wrong with a sentence: it is untrue in this world, or promises something that nobody checks. */
export const wrongWith = (world: World, said: Said): string | undefined => {
  const claims = CLAIMS.filter(({ says }) => says.test(said.sentence));
  if (claims.length === 0 && PROMISES.test(said.sentence.replaceAll(HARMLESS, ''))) return 'nothing checks it';
  return all(...claims.map(({ untrue }) => untrue(world, said)));
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
