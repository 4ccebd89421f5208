import type { Email } from '#application/notifications/emails/email.ts';
import { answerWords, decisionWords, GROUND_WORDS, redressWords } from '#domain/moderation/listingReportsText.ts';
import { type Family, moment } from '../content.ts';
import { CONTACT } from '../keptOut.ts';

const READ = { label: 'Read the decision', path: '/reports' };

const itemOf = ({ notice }: Email): string => `“${notice?.title ?? 'a listing'}”`;

/** The staff's own words; nothing once erased. */
const reasons = (statement: string | null | undefined): string[] =>
  statement ? ['The reasons our staff gave:', statement] : [];

const mayComplain = ({ notice }: Email): boolean =>
  notice?.fact.type === 'ListingReportDecided' &&
  (notice.fact.data.outcome === 'removed') === (notice.side === 'seller');

/** For readers who may complain but cannot sign in. */
const isKeptOut = (email: Email): boolean => mayComplain(email) && email.notice?.signsIn === false;
const OBJECT_BY_ANSWER =
  'You need to sign in to complain, and your account is suspended. Until it is reinstated, reply to this email to object: your reply goes to our support.';

const decision = (email: Email): string[] => {
  const { notice } = email;
  if (notice?.fact.type !== 'ListingReportDecided') return [];
  const { data } = notice.fact;
  const redress = mayComplain(email) ? [redressWords(moment(data.complainUntil))] : [];
  const instead = isKeptOut(email) ? [OBJECT_BY_ANSWER] : [];
  return [...decisionWords(notice.side, data), ...reasons(data.statement), ...redress, ...instead];
};

const answer = ({ notice }: Email): string[] => {
  if (notice?.fact.type !== 'ListingComplaintDecided' || !notice.decided) return [];
  const { outcome, removed, statement } = notice.fact.data;
  return [answerWords({ was: notice.decided, outcome, removed }), ...reasons(statement)];
};

const ground = ({ notice }: Email): string[] =>
  notice?.fact.type === 'ListingReported' ? [`Your reason: ${GROUND_WORDS[notice.fact.data.ground]}.`] : [];

const afterDecision = (email: Email) => {
  if (isKeptOut(email)) return CONTACT;
  return mayComplain(email) ? { label: 'Read it, or complain', path: '/reports' } : READ;
};

export const listingReportEmails = {
  reportReceived: (email) => ({
    subject: 'We have received your report',
    heading: 'We have received your report',
    paragraphs: [
      `You have reported the listing ${itemOf(email)}.`,
      ...ground(email),
      'Our staff will review it and tell you what they decide and why. The seller will not learn who reported it.',
    ],
    action: { label: 'Your reports', path: '/reports' },
  }),
  reportDecided: (email) => ({
    subject: `Decided: the listing ${itemOf(email)}`,
    heading: `About the listing ${itemOf(email)}`,
    paragraphs: decision(email),
    action: afterDecision(email),
  }),
  complaintReceived: (email) => ({
    subject: 'We have received your complaint',
    heading: 'We have received your complaint',
    paragraphs: [
      `You have complained about our decision on the listing ${itemOf(email)}.`,
      'A different member of our staff will review it and make the final decision. We will tell you what they decide and why.',
    ],
    action: READ,
  }),
  complaintDecided: (email) => ({
    subject: `Final decision: the listing ${itemOf(email)}`,
    heading: `The complaint about the listing ${itemOf(email)}`,
    paragraphs: answer(email),
    action: READ,
  }),
} as const satisfies Family;
