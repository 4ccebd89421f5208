import type { Return, TransactionDetail } from '#application/contract/transactions.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Statement } from '../detail/Statement.tsx';
import { speakerIn } from '../whom.ts';

const STATES: Record<Return['state'], { label: string; tone: Tone; half?: true }> = {
  requested: { label: 'Requested', tone: 'wait' },
  approved: { label: 'Approved', tone: 'held', half: true },
  shipped: { label: 'On its way back', tone: 'held', half: true },
  received: { label: 'Received', tone: 'held' },
  refused: { label: 'Refused', tone: 'bad' },
  lapsed: { label: 'Lapsed', tone: 'off' },
  rejected: { label: 'Rejected', tone: 'bad' },
};

/** Why the item goes back, how far it is, and what the seller says to it. */
export const ReturnPanel = ({ sale, item }: { sale: TransactionDetail; item: Return }) => {
  const { label, tone, half } = STATES[item.state];
  const name = speakerIn(sale);
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
      {item.trackingCode && (
        <p className="small tracking">
          <span className="muted">Tracking of the parcel back</span> <span className="mono">{item.trackingCode}</span>
        </p>
      )}
      {item.refusal !== null && (
        <Statement who={name('seller')} what="refused" said={{ text: item.refusal, evidence: [] }} />
      )}
      {item.rejection && <Statement who={name('seller')} what="rejected what came back" said={item.rejection} />}
    </Panel>
  );
};
