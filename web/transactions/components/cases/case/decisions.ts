import type { CaseFile, Statement } from '#application/contract/cases.ts';
import { formatPrice } from '../../../../ui/money.ts';

/** `€60.00 to the buyer, €103.00 to the seller`, without a party that gets nothing. */
export const outcomeWords = ({ toBuyer, toSeller }: Pick<Statement, 'toBuyer' | 'toSeller'>): string =>
  [toBuyer ? `${formatPrice(toBuyer)} to the buyer` : '', toSeller ? `${formatPrice(toSeller)} to the seller` : '']
    .filter(Boolean)
    .join(', ') || 'nothing to anybody';

/** `by`: the person who chose the outcome. `confirmedBy`: the second person; undefined if there was none. */
export type Decided = { statement: Statement; by: string; confirmedBy: string | undefined };

const nameOf = ({ author }: Statement): string => author?.username ?? 'staff';

/** The last decision of staff. A confirmed proposal is the decision of its proposer. */
export const latestDecision = ({ statements }: Pick<CaseFile, 'statements'>): Decided | undefined => {
  const at = statements.findLastIndex(({ event }) => event === 'DisputeDecided');
  const statement = statements[at];
  if (!statement) return undefined;
  const proposal = statements.slice(0, at).findLast(({ event }) => event === 'DecisionProposed');
  const isConfirmed = proposal?.text === statement.text && proposal.toBuyer === statement.toBuyer;
  if (!isConfirmed || proposal.author?._id === statement.author?._id)
    return { statement, by: nameOf(statement), confirmedBy: undefined };
  return { statement, by: nameOf(proposal), confirmedBy: nameOf(statement) };
};

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
