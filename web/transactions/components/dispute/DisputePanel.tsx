import type { Dispute, TransactionDetail } from '#application/contract/transactions.ts';
import { isOfReturn } from '#domain/transactions/disputeCategories.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { dueTime, shortDate } from '../../../ui/dates.ts';
import { formatPrice } from '../../../ui/money.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { categoryLabels, isOpen, STATE_LABELS, speakerOf } from '../../text/disputeText.ts';
import { speakerIn } from '../../text/partyText.ts';
import { inCents, sharesInWords } from '../../text/sharesText.ts';
import { Statement } from '../detail/Statement.tsx';

const Offer = ({ offer, sale: transaction }: { offer: NonNullable<Dispute['offer']>; sale: TransactionDetail }) => (
  <div className="statement">
    <p>
      <b className="strong">{transaction.role === 'seller' ? 'You offer' : `${transaction.seller.username} offers`}</b>{' '}
      {sharesInWords(inCents(offer), transaction.role)}.
    </p>
    <p className="small muted">
      The offer is open until <time dateTime={offer.lapsesAt}>{dueTime(offer.lapsesAt)}</time>
    </p>
  </div>
);

/** Claim, answer and offer; both parties see all of it. */
export const DisputePanel = ({ sale: transaction, dispute }: { sale: TransactionDetail; dispute: Dispute }) => {
  const name = speakerIn(transaction);
  // the buyer of a return asked for no refund, and nobody opened a dispute
  const ofReturn = isOfReturn(dispute.category);
  return (
    <Panel
      title={ofReturn ? 'Return request' : 'Dispute'}
      className="case-words"
      aside={<Badge tone={isOpen(dispute) ? 'bad' : 'off'}>{STATE_LABELS[dispute.state]}</Badge>}
    >
      <dl className="facts">
        <dt>About</dt>
        <dd>{categoryLabels(transaction)[dispute.category]}</dd>
        {dispute.claim > 0 && (
          <>
            <dt>{ofReturn ? 'To be decided' : 'Refund requested'}</dt>
            <dd>
              {formatPrice(dispute.claim)}
              {isOpen(dispute) && <span className="muted"> of {formatPrice(transaction.sums.held)}</span>}
            </dd>
          </>
        )}
        <dt>{ofReturn ? 'With our staff since' : 'Opened'}</dt>
        <dd>
          <time dateTime={dispute.openedAt}>{shortDate(dispute.openedAt)}</time>
          {dispute.openedBy === 'system' && !ofReturn && ' automatically'}
        </dd>
      </dl>
      {dispute.opening.text !== null && <Statement who={name(speakerOf(dispute))} said={dispute.opening} />}
      {dispute.answer && <Statement who={name('seller')} what="answered" said={dispute.answer} />}
      {dispute.offer && <Offer offer={dispute.offer} sale={transaction} />}
    </Panel>
  );
};
