import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';

const ReceiptList = partOnDemand<{ sale: string }>(
  async () => (await import('../../../transparency/onDemand.ts')).ReceiptList,
  <SkeletonLines lines={4} />,
);

/** The reader's own receipts. The proof code loads when they are opened. */
export const ReceiptPanel = ({ sale: transaction }: { sale: string }) => {
  const [open, setOpen] = useState(false);
  const place = useKeptFocus();
  return (
    <Panel title="Receipts">
      <div {...place}>
        {open ? (
          <ReceiptList sale={transaction} />
        ) : (
          <>
            <p className="mb-3">Everything you did in this sale, with its time and a proof you can keep.</p>
            <Button size="sm" onClick={() => setOpen(true)}>
              Show my receipts
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
};
