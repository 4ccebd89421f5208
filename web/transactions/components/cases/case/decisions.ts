import type { CaseFile, Statement } from '#application/contract/cases.ts';
import { refundedBeforeSentence } from '#domain/notifications/decisionText.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { centsOf, formatPrice } from '../../../../ui/money.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `€60.00 to the buyer, €103.00 to the seller`, without a party that gets nothing. */
export const outcomeWords = ({ toBuyer, toSeller }: Pick<Statement, 'toBuyer' | 'toSeller'>): string =>
  [toBuyer ? `${formatPrice(toBuyer)} to the buyer` : '', toSeller ? `${formatPrice(toSeller)} to the seller` : '']
    .filter(Boolean)
    .join(', ') || 'nothing to anybody';

/** `by`: the person who chose the outcome. `confirmedBy`: the second person; undefined if there was none. */
export type Decided = { statement: Statement; by: string; confirmedBy: string | undefined };

const nameOf = (author: Statement['author']): string => author?.username ?? 'staff';

/** A confirmed proposal is the decision of its proposer. */
const decisionAt = (statements: readonly Statement[], place: number): Decided => {
  const statement = statements[place]!;
  const proposal = statements.slice(0, place).findLast(({ event }) => event === 'DecisionProposed');
  const isConfirmed = proposal?.text === statement.text && proposal.toBuyer === statement.toBuyer;
  const author = isConfirmed ? proposal.author : statement.author;
  const isAlone = author?._id === statement.author?._id;
  return {
    statement,
    by: nameOf(author),
    confirmedBy: isAlone ? undefined : nameOf(statement.author),
  };
};

const decisionsIn = (statements: readonly Statement[]): Decided[] =>
  statements.flatMap(({ event }, place) => (event === 'DisputeDecided' ? [decisionAt(statements, place)] : []));

/** The last decision of staff. */
export const latestDecision = ({ statements }: Pick<CaseFile, 'statements'>): Decided | undefined =>
  decisionsIn(statements).at(-1);

export type Appeal = { statement: Statement; party: 'buyer' | 'seller'; against: Decided };

/** The appeal that staff have to decide; undefined once it is decided. */
export const openAppeal = (file: Pick<CaseFile, 'statements'>): Appeal | undefined => {
  const { statements } = file;
  const statement = statements.findLast(({ event }) => ['DecisionAppealed', 'DisputeDecided'].includes(event));
  const against = latestDecision(file);
  const party = statement?.part;
  return statement?.event === 'DecisionAppealed' && against && (party === 'buyer' || party === 'seller')
    ? { statement, party, against }
    : undefined;
};

/** True if staff or the parties divided the money, and no appeal is open. */
export const isDecided = ({ decision, dispute }: CaseFile['transaction']): boolean =>
  decision !== null && (dispute === null || ['decided', 'deferred', 'settled'].includes(dispute.state));

/** The escrow clock of a sale that is not decided. */
export const isClockStopped = ({ transaction }: Pick<CaseFile, 'transaction'>): boolean =>
  !isDecided(transaction) &&
  transaction.status === 'IN_ESCROW' &&
  !transaction.deadlines.some(({ kind }) => kind === 'escrowEnd');

const ENDED_BY = {
  seller: 'The seller accepted the claim',
  settlement: 'The parties agreed',
  staff: 'Decided',
} as const;

const lastAppealIn = ({ appeals }: NonNullable<CaseFile['transaction']['decision']>): string | undefined =>
  [appeals?.buyer, appeals?.seller]
    .flatMap((end) => end ?? [])
    .sort()
    .at(-1);

const laterAppeal = ({ appealsAfterRefund }: NonNullable<CaseFile['transaction']['decision']>): string => {
  const party = (['buyer', 'seller'] as const).find((each) => appealsAfterRefund?.[each]);
  return party ? `The ${party} can appeal once the refund has arrived.` : 'Nobody can appeal now.';
};

export const whoDecided = ({ statement, by, confirmedBy }: Decided): string =>
  `decided by ${by} on ${dueTime(statement.at)}${confirmedBy ? ` and confirmed by ${confirmedBy}` : ''}`;

/** `outcome`: the sums. `how`: who decided, when, and until when a party can appeal. Undefined unless decided. */
export const resultOf = (file: CaseFile): { outcome: string; how: string } | undefined => {
  const { decision } = file.transaction;
  if (!decision || !isDecided(file.transaction)) return undefined;
  const decided = decision.by === 'staff' ? latestDecision(file) : undefined;
  const who = decided ? capital(whoDecided(decided)) : ENDED_BY[decision.by];
  const until = lastAppealIn(decision);
  const appeal = until ? `, appeal until ${dueTime(until)}.` : `. ${laterAppeal(decision)}`;
  const { refundedBefore: before } = decision;
  const earlier = before ? ` ${refundedBeforeSentence(centsOf(before), centsOf(decision.toBuyer), 'staff')}` : '';
  const how = decision.by === 'staff' ? who + appeal : `${who}.`;
  return { outcome: outcomeWords(decision), how: how + earlier };
};

/** `matthias (seller) appealed on 30 Nov 2026, 10:00 UTC against: €75.00 to the buyer, decided by warden on …` */
export const appealWordsOf = ({ statement, party, against }: Appeal): string =>
  `${statement.author?.username ?? 'The account'} (${party}) appealed on ${dueTime(statement.at)} against: ${outcomeWords(against.statement)}, ${whoDecided(against)}.`;

/** True if the reader can act on none of the open cases. */
export const isExcludedFromAll = ({ cases }: CaseFile, me: string): boolean =>
  cases.length > 0 && cases.every(({ excludes }) => excludes.includes(me));

/** True if the reader made a decision that was appealed, and so cannot decide the appeal. */
export const isExcluded = ({ cases }: CaseFile, me: string): boolean =>
  cases.some(({ kind, excludes }) => kind === 'appeal' && excludes.includes(me));
