import type { Email, OpenCase } from '#application/notifications/emails/email.ts';
import { GRANT_TERMS } from '#domain/accounts/limits.ts';
import { CASE_WORDS, caseHeading, isCaseKind } from '#domain/notifications/cases.ts';
import { CATEGORY_LABELS } from '#domain/notifications/categoryLabels.ts';
import { formatSum } from '#domain/shared/currencies.ts';
import { counted } from '#domain/shared/lengths.ts';
import type { Wait } from '#domain/transactions/waitsFor.ts';
import { cents, day, euros, type Family, referenceOf, termsIn, titleOf } from '../content.ts';

const transactionsOf = (count: unknown): string => counted(Number(count), 'sale');

const broken = ({ kind, what, count }: Readonly<Record<string, unknown>>) => {
  if (kind === 'dead')
    return {
      subject: `Failed jobs: ${count}`,
      paragraphs: [`Jobs of the queue ${what} that have failed all their attempts: ${count}. The log says why.`],
    };
  if (kind === 'quarantined')
    return {
      subject: `In quarantine: ${count}`,
      paragraphs: [
        `Records that do not add up and are stopped: ${count}. The staff queue lists each with its reason, and the runbook says what to do.`,
      ],
    };
  if (kind === 'cut')
    return {
      subject: `Events can be lost: ${count}`,
      paragraphs: [
        `Somebody has deleted streams in the event store, or set a limit there that removes events. Streams affected: ${count}. The log names each, and the runbook says what to do.`,
        'You get this email every night until it is fixed.',
      ],
    };
  return {
    subject: `A read model has stopped: ${what}`,
    paragraphs: [
      `An error stopped the read model ${what}. Its screens show the state from before the error. The log says why.`,
    ],
  };
};

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/Amsterdam' });

const WAITS: Partial<Record<Wait['for'], string>> = {
  comments: 'comments until',
  buyer: 'answer until',
  seller: 'answer until',
  parties: 'answers until',
  confirmation: 'confirm by',
  second: 'second person by',
};

/** `comments until 30 Nov, then confirm by 4 Dec` */
const untilOf = ({ waits }: OpenCase, otherwise: string): string[] =>
  waits.length === 0
    ? []
    : [
        waits
          .map(
            ({ for: whom, until }) => `${WAITS[whom] ?? otherwise} ${SHORT_DAY.format(until).replace('Sept', 'Sep')}`,
          )
          .join(', then '),
      ];

/** `Dispute TX7K2M9QPD · Damaged in transit · claim €150.00 · decide by 4 Dec` */
const caseSubject = (email: Email): string => {
  const about = String(email.details.about);
  const what = isCaseKind(about) ? CASE_WORDS[about].label : caseHeading(about, termsIn(email));
  const { openCase } = email;
  if (!email.transaction) return `Case · ${what}`;
  const isDispute = openCase?.claim != null;
  if (!openCase || !isDispute)
    return [
      `Case ${referenceOf(email)}`,
      what,
      ...(openCase?.held ? [`${formatSum(openCase.held, openCase.currency)} held`] : []),
      ...(openCase ? untilOf(openCase, 'due') : []),
    ].join(' · ');
  return [
    `Dispute ${referenceOf(email)}`,
    ...(about === 'disputeReview' ? [] : [what]),
    CATEGORY_LABELS[openCase.category ?? ''] ?? 'Another complaint',
    `claim ${euros(openCase.claim)}`,
    ...untilOf(openCase, 'decide by'),
  ].join(' · ');
};

export const staffEmails = {
  messageReported: ({ details }) => ({
    subject: 'A message was reported',
    heading: 'A message was reported',
    paragraphs: [
      'A member reported a message that they received and asks us to look at it.',
      `The message is ${details.message}. The page below shows staff its text and why it was reported.`,
    ],
    action: { label: 'Read the reports', path: '/staff/reports' },
  }),
  listingReported: () => ({
    subject: 'A listing was reported',
    heading: 'A listing was reported',
    paragraphs: [
      'Somebody thinks it breaks the terms or the law, and asks us to decide.',
      'The page below shows staff which listing it is, what it shows and why it was reported.',
    ],
    action: { label: 'Read the reports', path: '/staff/reports/listings' },
  }),
  complaintMade: () => ({
    subject: 'There is a complaint about a decision',
    heading: 'There is a complaint about a decision',
    paragraphs: [
      'Somebody thinks a decision on a reported listing is wrong. A different member of staff has to decide.',
    ],
    action: { label: 'Read the complaint', path: '/staff/reports/listings' },
  }),
  reviewReported: ({ details }) => ({
    subject: 'A review was reported',
    heading: details.part === 'answer' ? 'An answer to a review was reported' : 'A review was reported',
    paragraphs: [
      'It stays on the seller’s page until somebody decides. The page below shows staff its text and why it was reported.',
    ],
    action: { label: 'Read the reports', path: '/staff/reports/reviews' },
  }),
  supportQuestion: ({ question }) => ({
    subject: `${question?.username ?? 'A member'} asks: ${question?.subject ?? 'a question'}`,
    heading: question?.subject ?? 'A question',
    paragraphs: [
      `${question?.username ?? 'A member'} (${question?.email ?? 'no address'}) writes:`,
      question?.message ?? '',
    ],
    action: { label: 'Open the FAQ', path: '/faq' },
    note: 'Your reply goes to the person who asked.',
  }),
  caseForStaff: (email) => ({
    subject: caseSubject(email),
    heading: caseHeading(String(email.details.about), termsIn(email)),
    paragraphs: [
      email.transaction
        ? `The sale ${referenceOf(email)} of ${titleOf(email)} needs a person to look at it.`
        : 'It belongs to no sale that we know. Somebody must check with the provider what it was.',
      'The case shows what we know and the deadline for looking at it.',
    ],
    action: { label: 'Open the case', path: email.transaction ? `/staff/cases/${email.transaction.id}` : '/staff' },
    note: 'We send this to the staff who may act on the case.',
  }),
  terminationProposed: ({ details }) => ({
    subject: 'An account is proposed for termination',
    heading: 'A termination needs a second person',
    paragraphs: [
      'A colleague proposes to close a suspended account permanently. Another member of staff has to confirm or reject it.',
      'The account’s page shows the reason and its history.',
    ],
    action: { label: 'Open the account', path: `/staff/accounts/${details.account}` },
    note: 'We send this to every other member of staff.',
  }),
  roleChanged: ({ details }) => ({
    subject: `The role ${details.role} was ${details.what}`,
    heading: details.what === 'proposed' ? 'A role needs a second admin' : 'Somebody’s role has changed',
    paragraphs:
      details.what === 'proposed'
        ? [
            `An admin proposes the role ${details.role} for an account. Another admin has to confirm it within ${GRANT_TERMS.roleProposal}.`,
            'The roles page and the account’s history show whose it is and who proposed it.',
          ]
        : [
            `The role ${details.role} was ${details.what === 'given' ? 'given to' : 'taken from'} an account${details.by === 'system' ? ' at the command line' : ' by an admin'}.`,
            'The account’s history shows whose it is and who changed it.',
          ],
    action: { label: 'Open the account', path: `/staff/accounts/${details.account}` },
    note: 'We send this to every admin and auditor.',
  }),
  ledgerDiffers: ({ details }) => ({
    subject: 'The books and the provider do not agree',
    heading: 'The books need checking',
    paragraphs: [
      `On the night of ${day(Date.parse(String(details.night)))} the ledger check failed: ${faultWords(details.faults)}.`,
      `The provider holds ${euros(details.difference)} more than our events say it should; a negative amount means it holds less.`,
      'We will not email you again unless this changes. The ledger audit shows each night’s result.',
    ],
    action: { label: 'Open the audit', path: '/audit' },
  }),
  needsRepair: ({ details }) => ({
    ...broken(details),
    heading: 'Something has stopped and needs attention',
    action: { label: 'Open the status page', path: '/ready' },
  }),
  weeklyReport: ({ details }) => ({
    subject: `The week until ${day(details.until)}: ${transactionsOf(details.sales)}`,
    heading: 'The week in numbers',
    paragraphs: [
      `From ${day(details.from)} until ${day(details.until)}, ${transactionsOf(details.sales)} ${details.sales === 1 ? 'was' : 'were'} paid.`,
      `Open cases: ${details.openCases}. Payouts that failed: ${details.failedPayouts}. Delayed refunds: ${details.failingRefunds}.`,
      `Unmatched provider events: ${details.orphanFacts}. Failed jobs: ${details.deadJobs}.`,
      `The books were checked on ${counted(Number(details.nights), 'night')}, and differed on ${details.nightsThatDiffer}.`,
    ],
    amounts: [
      ['Paid by buyers', cents(details.captured)],
      ['Returned to buyers', cents(details.returned)],
      ['Paid out to sellers', cents(details.paidOut)],
      ['Our losses', cents(details.losses)],
      ['Our fees', cents(details.fees)],
    ],
    action: { label: 'Open cases', path: '/staff' },
    note: 'We send this report to every admin on Mondays. It contains totals only.',
  }),
} as const satisfies Family;

const FAULTS: Readonly<Record<string, string>> = {
  providerDiffers: 'the provider holds a different amount',
  sumIsNotZero: 'the entries do not cancel out',
  balancesDiffer: 'a balance differs from the sum of its entries',
  endedSalesHoldMoney: 'a finished sale still holds money',
  booksBehind: 'the books are missing events',
};
const faultWords = (faults: unknown): string =>
  String(faults)
    .split(' ')
    .map((fault) => FAULTS[fault] ?? fault)
    .join('; ');
