import { useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { access } from '#domain/access/access.ts';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { Skeleton, SkeletonLines } from '../../../../ui/Skeleton.tsx';

const Waiting = () => (
  <div className="form-grid" role="status" aria-label="Loading...">
    <SkeletonLines lines={3} />
    <Skeleton height="4.5rem" />
    <Skeleton height="8rem" />
    <Skeleton height="2.75rem" />
  </div>
);

const SettleOutside = partOnDemand(async () => (await import('./SettleOutside.tsx')).SettleOutside, <Waiting />);

const PendingSettlement = partOnDemand(
  async () => (await import('./PendingSettlement.tsx')).PendingSettlement,
  <Waiting />,
);

/** The forms load only for the few cases whose money cannot go through the provider. */
export const OutsidePanel = ({ file }: { file: CaseFile }) => {
  const acts = useMay(access.sale.do.decide);
  const [open, setOpen] = useState(false);
  if (file.pendingSettlement && !open) return <PendingSettlement file={file} pending={file.pendingSettlement} />;
  if (!acts || !(open || file.transaction.allowed.includes('SettleOutsideProvider'))) return null;
  return (
    <Panel title="Bank transfer" className="decide">
      <SettleOutside file={file} onOpenChange={setOpen} />
    </Panel>
  );
};
