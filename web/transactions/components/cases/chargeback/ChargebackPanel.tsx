import type { CaseFile } from '#application/contract/cases.ts';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../../ui/Skeleton.tsx';

const Waiting = () => (
  <div className="panel" role="status" aria-label="Loading...">
    <SkeletonLines lines={7} />
  </div>
);

const Claims = partOnDemand(async () => (await import('./Claims.tsx')).Claims, <Waiting />);

/** Loads only for the few cases that a bank claims. */
export const ChargebackPanel = ({ file }: { file: CaseFile }) =>
  file.chargebacks.length > 0 ? <Claims file={file} /> : null;
