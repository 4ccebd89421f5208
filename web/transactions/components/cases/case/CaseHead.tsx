import type { CaseFile } from '#application/contract/cases.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { CASE_TONES, categoryLabel, soonWords } from '../../../../staff/caseText.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { Badge, StatusBadge } from '../../../../ui/Badge.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { Photo } from '../../../../ui/Photo.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { useTitle } from '../../../../ui/useTitle.ts';
import { isClockStopped, isDecided } from './decisions.ts';

const Waits = partOnDemand(async () => (await import('./onDemand.ts')).Waits, <Skeleton width="60%" />);

/** `Damaged in transit, claim €60.00`, also after the decision; otherwise the label of the first open case. */
const caseTitle = ({ cases, transaction }: CaseFile): string => {
  const dispute = openDispute(transaction) ?? (transaction.decision ? transaction.dispute : null);
  if (dispute && !dispute.byAppeal) return `${categoryLabel(dispute.category)}, claim ${formatPrice(dispute.claim)}`;
  const first = cases[0];
  return first ? first.about : `Sale ${transaction.transactionId}`;
};

export const CaseHead = ({ file }: { file: CaseFile }) => {
  const { transaction, cases, parties } = file;
  const title = caseTitle(file);
  const soon = soonWords(cases[0]?.sale ?? null);
  useTitle(`Case ${transaction.transactionId}`);
  return (
    <div className="case-head">
      <Photo image={transaction.listing.images[0]} alt="" size="thumbnail" eager placeholder="" />
      <div>
        <div className="row">
          <span className="mono muted">{transaction.transactionId}</span>
          {isDecided(transaction) && transaction.status === 'IN_ESCROW' ? (
            <Badge tone="done">Decided</Badge>
          ) : (
            <StatusBadge status={transaction.displayStatus} />
          )}
          {isClockStopped(file) && (
            <Badge tone="held" half>
              Clock stopped
            </Badge>
          )}
          {cases.map(({ kind }) => (
            <Badge key={kind} tone={CASE_TONES[kind]}>
              {CASE_WORDS[kind].label}
            </Badge>
          ))}
        </div>
        <h1>{title}</h1>
        <p className="wrap-anywhere">
          {transaction.listing.title}{' '}
          <span className="muted">
            · {parties.buyer.username} (buyer) · {parties.seller.username} (seller)
          </span>
        </p>
        {soon && (
          <p className="case-waits">
            <Icon name="warning" /> {soon}.
          </p>
        )}
        <Waits file={file} />
      </div>
    </div>
  );
};
