import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';

const ReceiptList = partOnDemand<{ sale: string }>(
  async () => (await import('../../proof/onDemand.ts')).ReceiptList,
  <SkeletonLines lines={4} />,
);

/** What one did oneself, with the proof of it. Few look, so nothing of it is there before. */
export const ReceiptPanel = ({ sale }: { sale: string }) => {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    // The button goes.
    place.current?.focus();
    setOpen(true);
  };
  return (
    <Panel title="Receipts">
      <div ref={place} tabIndex={-1}>
        {open ? (
          <ReceiptList sale={sale} />
        ) : (
          <>
            <p className="mb-3">What you did in this sale, each with its time, and a proof to keep.</p>
            <Button size="sm" onClick={show}>
              Show my receipts
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
};
