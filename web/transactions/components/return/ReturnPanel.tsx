import type { Return, TransactionDetail } from '#application/contract/transactions.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { speakerIn } from '../../text/partyText.ts';
import { addressLines } from '../detail/Parcel.tsx';
import { Statement } from '../detail/Statement.tsx';

const STATES: Record<Return['state'], { label: string; tone: Tone; half?: true }> = {
  requested: { label: 'Requested', tone: 'wait' },
  approved: { label: 'Approved', tone: 'held', half: true },
  shipped: { label: 'On its way back', tone: 'held', half: true },
  received: { label: 'Received', tone: 'held' },
  refused: { label: 'Refused', tone: 'bad' },
  lapsed: { label: 'Expired', tone: 'off' },
  rejected: { label: 'Rejected', tone: 'bad' },
};

const GIVES_ADDRESS: readonly Return['state'][] = ['approved', 'shipped', 'received', 'rejected'];

const withoutAddress = (transaction: TransactionDetail, item: Return): string => {
  if (transaction.sights.returnAddress !== 'clear') return item.addressed ? '[personal]' : 'not given yet';
  if (item.addressed) return ERASED;
  // Approved by an earlier release of the software, which asked for no address.
  if (item.postage === null)
    return transaction.role === 'seller' ? 'Tell the buyer in a message.' : 'Ask the seller for it in a message.';
  return transaction.role === 'seller'
    ? 'Please say where to send it. The buyer sees it here.'
    : 'The seller has not given it yet. Please do not send anything until it is shown here.';
};

/** Return address and postage. */
const WhereTo = ({ sale: transaction, item }: { sale: TransactionDetail; item: Return }) => {
  if (!GIVES_ADDRESS.includes(item.state)) return null;
  const payer = speakerIn(transaction)(item.postage ?? 'buyer');
  return (
    <div className="small">
      <p className="muted">Return address</p>
      {item.to ? (
        <>
          <address>
            {addressLines(item.to).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </address>
          <p className="row mt-3">
            <CopyButton text={addressLines(item.to).join('\n')} of="the address" />
          </p>
        </>
      ) : (
        <p>{withoutAddress(transaction, item)}</p>
      )}
      {item.postage && (
        <p>
          {payer} {payer === 'You' ? 'pay' : 'pays'} for the return shipping.{' '}
          {item.postage === 'seller' && ' Agree in a message: a prepaid label, or repayment against the receipt.'}
        </p>
      )}
    </div>
  );
};

/** Request, address, tracking and the seller's answer. */
export const ReturnPanel = ({ sale: transaction, item }: { sale: TransactionDetail; item: Return }) => {
  const { label, tone, half } = STATES[item.state];
  const name = speakerIn(transaction);
  return (
    <Panel
      title="Return"
      className="case-words"
      aside={
        <Badge tone={tone} half={half}>
          {label}
        </Badge>
      }
    >
      <Statement who={name('buyer')} said={item.request} />
      {item.notAsDescribed && <p className="small">The buyer says that it is damaged, or not as described.</p>}
      <WhereTo sale={transaction} item={item} />
      {item.trackingCode && (
        <p className="small tracking">
          <span className="muted">Return tracking code</span> <span className="mono">{item.trackingCode}</span>
        </p>
      )}
      {item.refusal !== null && (
        <Statement who={name('seller')} what="refused" said={{ text: item.refusal, evidence: [] }} />
      )}
      {item.rejection && (
        <Statement
          who={name('seller')}
          what={
            transaction.dispute?.category === 'RETURN_NOT_ARRIVED'
              ? 'reported that it has not arrived'
              : 'rejected the returned item'
          }
          said={item.rejection}
        />
      )}
    </Panel>
  );
};
