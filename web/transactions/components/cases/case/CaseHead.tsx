import type { CaseFile } from '#application/contract/cases.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { CASE_TONES, categoryLabel } from '../../../../staff/caseText.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { Badge, StatusBadge } from '../../../../ui/Badge.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { Photo } from '../../../../ui/Photo.tsx';
import { useTitle } from '../../../../ui/useTitle.ts';

/** `Damaged in transit, claim €60.00`, or else the label of the first open case. */
const caseTitle = ({ cases, transaction }: CaseFile): string => {
  const dispute = openDispute(transaction);
  if (dispute) return `${categoryLabel(dispute.category)}, claim ${formatPrice(dispute.claim)}`;
  const first = cases[0];
  return first ? CASE_WORDS[first.kind].label : `Sale ${transaction.transactionId}`;
};

const clockStands = ({ transaction }: CaseFile): boolean =>
  transaction.status === 'IN_ESCROW' && !transaction.deadlines.some(({ kind }) => kind === 'escrowEnd');

export const CaseHead = ({ file }: { file: CaseFile }) => {
  const { transaction, cases, parties } = file;
  const title = caseTitle(file);
  useTitle(`Case ${transaction.transactionId}`);
  return (
    <div className="case-head">
      <Photo image={transaction.listing.images[0]} alt="" size="thumbnail" eager placeholder="" />
      <div>
        <div className="row">
          <span className="mono muted">{transaction.transactionId}</span>
          <StatusBadge status={transaction.displayStatus} />
          {clockStands(file) && (
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
      </div>
    </div>
  );
};
