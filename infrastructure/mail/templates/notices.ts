import type { Email } from '#application/notifications/emails/email.ts';
import { answerWords, decisionWords, GROUND_WORDS, redressWords } from '#domain/moderation/listingReportsText.ts';
import { type Family, moment } from '../content.ts';
import { CONTACT } from '../keptOut.ts';

const READ = { label: 'Read the decision', path: '/reports' };

const itemOf = ({ notice }: Email): string => `“${notice?.title ?? 'a listing'}”`;

/** As staff wrote it; nothing once it is erased. */
const reasons = (statement: string | null | undefined): string[] =>
  statement ? ['The reasons, as our staff have written them:', statement] : [];

const mayComplain = ({ notice }: Email): boolean =>
  notice?.fact.type === 'ListingReportDecided' &&
  (notice.fact.data.outcome === 'removed') === (notice.side === 'seller');

/** Who may complain, and cannot sign in to do so. */
const isKeptOut = (email: Email): boolean => mayComplain(email) && email.notice?.signsIn === false;
const OBJECT_BY_ANSWER =
  'You complain once you are signed in, which your suspended account cannot do. Until it is reinstated you can object by an answer to this mail: it goes to our support.';

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
  notice?.fact.type === 'ListingReported' ? [`You gave as the reason: ${GROUND_WORDS[notice.fact.data.ground]}.`] : [];

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
      'Our staff look into it, and you hear what they have decided and why. The seller is not told who reported it.',
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
      'Somebody else of our staff looks into it and decides for good. You hear what they have decided and why.',
    ],
    action: READ,
  }),
  complaintDecided: (email) => ({
    subject: `Decided for good: the listing ${itemOf(email)}`,
    heading: `The complaint about the listing ${itemOf(email)}`,
    paragraphs: answer(email),
    action: READ,
  }),
} as const satisfies Family;
