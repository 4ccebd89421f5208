import type { StaffCase } from '#application/contract/staff.ts';
import { access } from '#domain/access/access.ts';
import { ReasonedAction } from '../ReasonedAction.tsx';
import { useMay } from '../useStaffAction.ts';

/** The provider spoke of a sale that does not exist: somebody asks the provider, and writes down what it was. */
export const CloseOrphan = ({ orphan }: { orphan: NonNullable<StaffCase['orphan']> }) => {
  if (!useMay(access.case.do.closeOrphan)) return null;
  return (
    <ReasonedAction
      button="Close"
      size="sm"
      title="Close this fact"
      label="Note"
      hint="What the provider said about it. Staff and auditors read it."
      confirmText="Close it"
      busyText="Closing…"
      failure="Failed to close it"
      path={`staff/orphans/${encodeURIComponent(orphan.eventId)}/close`}
      body={(note) => ({ note })}
      said="Closed"
    >
      <p>
        The payment provider reported <b className="strong">{orphan.fact}</b> with the reference{' '}
        <span className="mono">{orphan.reference}</span>, which belongs to no sale here. No money moves by closing it.
      </p>
    </ReasonedAction>
  );
};
