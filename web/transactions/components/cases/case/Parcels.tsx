import type { CaseFile } from '#application/contract/cases.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { addressLines } from '../../detail/Parcel.tsx';
import { Tracking } from '../../detail/Tracking.tsx';

type Transaction = CaseFile['transaction'];
type Address = Parameters<typeof addressLines>[0];

/** `sight`: how the reader sees addresses. */
const AddressText = ({ address, sight }: { address: Address | null; sight: Transaction['sights']['address'] }) => {
  if (address) return <p className="small said-text">{addressLines(address).join('\n')}</p>;
  return <p className="small muted">{sight === 'clear' ? 'No address is recorded.' : 'Address: [personal]'}</p>;
};

const sentAt = ({ paymentHistory }: Transaction, event: string): string | undefined =>
  paymentHistory.findLast((entry) => entry.event === event)?.timestamp;

const Way = ({ title, at, none }: { title: string; at: string | undefined; none: string }) => (
  <h3>
    {title} <span className="muted">{at ? `sent ${dueTime(at)}` : none}</span>
  </h3>
);

/** The parcel to the buyer and the one back. */
export const Parcels = ({ file: { transaction } }: { file: CaseFile }) => {
  const { trackingCode, carrier, shippingAddress, sights, return: back } = transaction;
  return (
    <Panel title="Parcels">
      <div className="sides">
        <section aria-label="To the buyer">
          <Way title="To the buyer" at={sentAt(transaction, 'ShipmentConfirmed')} none="not sent" />
          <AddressText address={shippingAddress} sight={sights.address} />
          {trackingCode && <Tracking code={trackingCode} carrier={carrier} />}
        </section>
        <section aria-label="Back to the seller">
          <Way title="Back to the seller" at={sentAt(transaction, 'ReturnShipped')} none="no return was sent" />
          {back && <AddressText address={back.to} sight={sights.returnAddress} />}
          {back?.trackingCode && <Tracking code={back.trackingCode} carrier={null} />}
        </section>
      </div>
    </Panel>
  );
};
