import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { CaseKind } from './caseKinds.ts';
import { firstProposal, openCases } from './cases.ts';
import { needsSecondPerson, type Transaction } from './state.ts';

/**
 * The people who can act next in a case. `comments`: both parties can comment on a draft. `confirmation`: any member of staff confirms, its
 * author too. `second`: another member of staff than the author of a proposal. `parties`: both were asked a question.
 */
export const WAITS_FOR = [
  'staff',
  'comments',
  'confirmation',
  'second',
  'buyer',
  'seller',
  'parties',
  'bank',
  'provider',
  'engineer',
] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

/** One step of a wait, and its end. */
export type Wait = { for: WaitsFor; until: Instant };

const OF_OTHERS: Partial<Record<CaseKind, WaitsFor>> = {
  chargeback: 'bank',
  payoutRefused: 'seller',
  refundSilent: 'provider',
  payoutSilent: 'provider',
  quarantined: 'engineer',
};

/** Staff may still send evidence about an open chargeback: none was sent, or the provider refused it, and the last day has not passed. */
const needsEvidence = ({ chargebacks }: Transaction, now: number): boolean =>
  Object.values(chargebacks).some(
    ({ stands, pack, respondBy = Number.POSITIVE_INFINITY }) =>
      stands === 'open' && (respondBy ?? 0) > now && (pack === undefined || pack.stands === 'refused'),
  );

/** The last date that a bank gave for an open chargeback; undefined if none gave one. */
const bankDueAt = ({ chargebacks }: Transaction): Instant | undefined =>
  Object.values(chargebacks)
    .flatMap(({ stands, respondBy }) => ((stands === 'open' || stands === 'lateOpen') && respondBy ? [respondBy] : []))
    .sort((one, other) => other - one)[0];

/** The author of a proposed transfer or end of a chargeback can never confirm it. */
const ofProposal = (transaction: Transaction, dueAt: Instant, now: Instant): Wait[] => {
  const first = firstProposal(transaction);
  const isDecision = first !== undefined && first === transaction.proposed;
  const confirmed: Wait = {
    for: isDecision && !needsSecondPerson(transaction) ? 'confirmation' : 'second',
    until: dueAt,
  };
  const shownUntil = (isDecision && transaction.proposed?.shownUntil) || 0;
  return shownUntil > now ? [{ for: 'comments', until: shownUntil }, confirmed] : [confirmed];
};

const ofQuestions = ({ questions }: Transaction, now: Instant): Wait[] => {
  const asked = (['buyer', 'seller'] as const).flatMap((party) => {
    const until = questions[party];
    return until !== null && until > now ? [{ for: party, until }] : [];
  });
  const [first, second] = asked;
  return first && second ? [{ for: 'parties', until: Math.max(first.until, second.until) }] : asked;
};

/** Staff who cannot do what the case waits for: the author of a proposal that needs a second person, and who decided what was appealed. */
export const excludedStaff = (kind: CaseKind, transaction: Transaction): AccountId[] => {
  const first = kind === 'confirmation' ? firstProposal(transaction) : undefined;
  const isOwnToConfirm = first !== undefined && first === transaction.proposed && !needsSecondPerson(transaction);
  const proposer = first && !isOwnToConfirm ? [first.by] : [];
  const isOfDispute = kind === 'confirmation' ? first === transaction.proposed : kind === 'appeal';
  const deciders = isOfDispute ? (transaction.decided?.appeals.map(({ against }) => against) ?? []) : [];
  return [...new Set([...proposer, ...deciders])];
};

/** Staff who can act on none of the open cases. */
export const excludedFromAll = (transaction: Transaction): AccountId[] => {
  const [first = [], ...others] = openCases(transaction).map(({ kind }) => excludedStaff(kind, transaction));
  return first.filter((id) => others.every((excluded) => excluded.includes(id)));
};

/** Whether none of these people can act on one of the open cases, although they are staff. */
export const isOutOfStaff = (transaction: Transaction, staff: readonly AccountId[]): boolean =>
  openCases(transaction).some(({ kind }) => {
    const excluded = excludedStaff(kind, transaction);
    return excluded.length > 0 && staff.every((id) => excluded.includes(id));
  });

/** The steps that a case waits for, the current one first. `dueAt`: its own deadline, which ends the last step unless a bank gave a date. */
export const waitsOf = (
  { kind, dueAt }: { kind: CaseKind; dueAt: Instant },
  transaction: Transaction | null,
  now: Instant,
): [Wait, ...Wait[]] => {
  const last: Wait = { for: OF_OTHERS[kind] ?? 'staff', until: dueAt };
  if (!transaction) return [last];
  if (kind === 'confirmation') {
    const [first = last, ...others] = ofProposal(transaction, dueAt, now);
    return [first, ...others];
  }
  if (kind === 'chargeback') {
    if (needsEvidence(transaction, now)) return [{ for: 'staff', until: dueAt }];
    return [{ for: 'bank', until: bankDueAt(transaction) ?? dueAt }];
  }
  const [asked] = kind === 'disputeReview' || kind === 'appeal' ? ofQuestions(transaction, now) : [];
  return asked ? [asked, last] : [last];
};
