import { useQuery } from '@tanstack/react-query';
import type { CaseFile } from '#application/contract/cases.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { Split } from '#domain/transactions/fees.ts';
import { centsOf, formatCents } from '../../../../ui/money.ts';
import { Notice } from '../../../../ui/States.tsx';
import { openAppeal } from '../case/decisions.ts';
import { followsFrom } from './Consequences.tsx';
import { appealWords } from './whatFollows.ts';

/** What has gone back to the buyer since the decision that was appealed. */
const refundedSince = ({ transaction: { decision }, sums }: CaseFile): Cents =>
  decision
    ? Math.max(0, centsOf(decision.toBuyer) + centsOf(decision.toSeller) + centsOf(decision.fee) - centsOf(sums.held))
    : 0;

/** How much less the party that appealed would have in all than after the decision it appealed against; undefined unless less. */
export const worseForAppellant = (
  file: CaseFile,
  parts: Split,
): { party: 'buyer' | 'seller'; words: string } | undefined => {
  const appeal = openAppeal(file);
  if (!appeal) return undefined;
  const { party } = appeal;
  const { toBuyer, toSeller } = appeal.against.statement;
  const less =
    party === 'buyer'
      ? centsOf(toBuyer ?? 0) - refundedSince(file) - parts.toBuyer
      : centsOf(toSeller ?? 0) - parts.toSeller;
  return less > 0
    ? { party, words: `The ${party} appealed and would get ${formatCents(less)} less than before.` }
    : undefined;
};

type AppealRiskProps = { file: CaseFile; parts: Split };

/** Warns before a decision that leaves the appellant with less, and names each party that cannot appeal against it. */
export const AppealRisk = ({ file, parts }: AppealRiskProps) => {
  const { data, isPlaceholderData } = useQuery({
    ...followsFrom(file, parts),
    enabled: openAppeal(file) !== undefined,
  });
  if (!openAppeal(file)) return null;
  const worse = worseForAppellant(file, parts);
  const found = isPlaceholderData ? undefined : data;
  const without = (['buyer', 'seller'] as const).filter((party) => found?.appeals[party].until === null);
  return (
    <>
      {worse && <Notice>{worse.words}</Notice>}
      {found && without.map((party) => <p key={party}>{appealWords(party, found, file.transaction)}</p>)}
    </>
  );
};
