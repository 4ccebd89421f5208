import { GRANT_TERMS } from '#domain/accounts/limits.ts';
import { caseHeading } from '#domain/notifications/cases.ts';
import { counted } from '#domain/shared/lengths.ts';
import { cents, day, euros, type Family, referenceOf, termsIn, titleOf } from '../content.ts';

const transactionsOf = (count: unknown): string => counted(Number(count), 'sale');

const broken = ({ kind, what, count }: Readonly<Record<string, unknown>>) => {
  if (kind === 'dead')
    return {
      subject: `Jobs gave up: ${count}`,
      paragraphs: [`Jobs of the queue ${what} that have used all their attempts: ${count}. The log says why.`],
    };
  if (kind === 'quarantined')
    return {
      subject: `In quarantine: ${count}`,
      paragraphs: [
        `Records that do not add up and stand still: ${count}. The staff’s queue names each with its reason, the runbook says what to do.`,
      ],
    };
  if (kind === 'cut')
    return {
      subject: `Events can be lost: ${count}`,
      paragraphs: [
        `Somebody has deleted streams of ours at the event store, or set a limit there that takes events away. Streams concerned: ${count}. The log names each, the runbook says what to do.`,
        'As long as it stands you are told every night.',
      ],
    };
  return {
    subject: `A read model stands still: ${what}`,
    paragraphs: [
      `The read model ${what} was stopped by an error. Its screens show what was true until then. The log says why.`,
    ],
  };
};

export const staffEmails = {
  messageReported: ({ details }) => ({
    subject: 'A message was reported',
    heading: 'A message was reported',
    paragraphs: [
      'Somebody does not want to receive what another person wrote to them, and asks us to look at it.',
      `It is the message ${details.message}. What it says and why it was reported, staff read on the page below.`,
    ],
    action: { label: 'Read the reports', path: '/staff/reports' },
  }),
  listingReported: () => ({
    subject: 'A listing was reported',
    heading: 'A listing was reported',
    paragraphs: [
      'Somebody thinks that it breaks the terms or the law, and asks us to decide.',
      'Which one it is, what it shows and why it was reported, staff read on the page below.',
    ],
    action: { label: 'Read the reports', path: '/staff/reports/listings' },
  }),
  complaintMade: () => ({
    subject: 'There is a complaint about a decision',
    heading: 'There is a complaint about a decision',
    paragraphs: [
      'Somebody thinks that a decision on a reported listing is wrong. Whoever made it cannot decide this: somebody else has to.',
    ],
    action: { label: 'Read the complaint', path: '/staff/reports/listings' },
  }),
  reviewReported: ({ details }) => ({
    subject: 'A review was reported',
    heading: details.part === 'answer' ? 'An answer to a review was reported' : 'A review was reported',
    paragraphs: [
      'It stands on the page of a seller until somebody decides. What it says and why it was reported, staff read on the page below.',
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
    action: { label: 'What we tell everybody', path: '/faq' },
    note: 'An answer to this mail goes to whoever asked.',
  }),
  caseForStaff: (email) => ({
    subject: email.sale ? `A case for staff: ${referenceOf(email)}` : 'A case for staff',
    heading: caseHeading(String(email.details.about), termsIn(email)),
    paragraphs: [
      email.sale
        ? `The sale ${referenceOf(email)} of ${titleOf(email)} waits for a person.`
        : 'It belongs to no sale that we know. Somebody must find out at the provider what it was.',
      'What we know of it, and until when somebody must have looked, stands with the case.',
    ],
    action: { label: 'Open the case', path: email.sale ? `/staff/cases/${email.sale.id}` : '/staff' },
    note: 'This mail goes to the members of staff who may act on the case.',
  }),
  terminationProposed: ({ details }) => ({
    subject: 'An account is proposed for termination',
    heading: 'A termination waits for a second person',
    paragraphs: [
      'A colleague proposes to close a suspended account for good. Somebody else of the staff has to confirm it, or to reject it.',
      'Why, and what the account has done, stands on its page.',
    ],
    action: { label: 'Open the account', path: `/staff/accounts/${details.account}` },
    note: 'Every other member of staff receives this mail.',
  }),
  roleChanged: ({ details }) => ({
    subject: `The role ${details.role} was ${details.what}`,
    heading: details.what === 'proposed' ? 'A role waits for a second admin' : 'Somebody’s role has changed',
    paragraphs:
      details.what === 'proposed'
        ? [
            `An admin proposes the role ${details.role} for an account. It is given once another admin confirms it, within ${GRANT_TERMS.roleProposal}.`,
            'Whose, and by whom, stands on the page of roles and in the history of the account.',
          ]
        : [
            `The role ${details.role} was ${details.what === 'given' ? 'given to' : 'taken from'} an account${details.by === 'system' ? ' at the command line' : ' by an admin'}.`,
            'Whose, and by whom, stands in the history of the account.',
          ],
    action: { label: 'Open the account', path: `/staff/accounts/${details.account}` },
    note: 'Every admin and every auditor receives this mail.',
  }),
  ledgerDiffers: ({ details }) => ({
    subject: 'The books and the provider do not agree',
    heading: 'The books need somebody’s eye',
    paragraphs: [
      `On the night of ${day(Date.parse(String(details.night)))} the ledger did not hold: ${faultWords(details.faults)}.`,
      `The provider holds ${euros(details.difference)} more than our events say that it must; with a minus it holds less.`,
      'While it stays the same you will not be told again. Each night’s finding stands in the audit of the ledger.',
    ],
    action: { label: 'Open the audit', path: '/audit' },
  }),
  needsRepair: ({ details }) => ({
    ...broken(details),
    heading: 'Something has stopped and does not go on by itself',
    action: { label: 'See how everything is', path: '/ready' },
  }),
  weeklyReport: ({ details }) => ({
    subject: `The week until ${day(details.until)}: ${transactionsOf(details.sales)}`,
    heading: 'The week in numbers',
    paragraphs: [
      `From ${day(details.from)} until ${day(details.until)}, ${transactionsOf(details.sales)} ${details.sales === 1 ? 'was' : 'were'} paid.`,
      `Open cases: ${details.openCases}. Payouts that failed: ${details.failedPayouts}. Refunds that did not go through at once and wait: ${details.failingRefunds}.`,
      `Messages of the provider about unknown sales: ${details.orphanFacts}. Jobs that gave up: ${details.deadJobs}.`,
      `The books were attested on ${counted(Number(details.nights), 'night')}, and differed on ${details.nightsThatDiffer}.`,
    ],
    amounts: [
      ['Paid by buyers', cents(details.captured)],
      ['Returned to buyers', cents(details.returned)],
      ['Paid out to sellers', cents(details.paidOut)],
      ['Our losses', cents(details.losses)],
      ['Our fees', cents(details.fees)],
    ],
    action: { label: 'Open cases', path: '/staff' },
    note: 'Every admin receives this report on Mondays. It holds totals only.',
  }),
} as const satisfies Family;

const FAULTS: Readonly<Record<string, string>> = {
  providerDiffers: 'the provider holds a different amount',
  sumIsNotZero: 'the entries do not cancel out',
  balancesDiffer: 'a balance is not what its entries add up to',
  endedSalesHoldMoney: 'a sale that is over still holds money',
  booksBehind: 'the books have not seen all events',
};
const faultWords = (faults: unknown): string =>
  String(faults)
    .split(' ')
    .map((fault) => FAULTS[fault] ?? fault)
    .join('; ');
