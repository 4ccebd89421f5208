import { useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import type { ChargebackFile } from '#application/contract/chargebacks.ts';
import { access } from '#domain/access/access.ts';
import { useReadCase } from '../../../../staff/ReadCase.tsx';
import { useMay } from '../../../../staff/useStaffAction.ts';
import { Button } from '../../../../ui/Button.tsx';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { Facts } from '../../../../ui/Facts.tsx';
import { onceOpened } from '../../../../ui/onceOpened.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { evidenceOf, reasonOf, STANDS } from './chargebackText.ts';
import { PendingEnd } from './PendingEnd.tsx';

const EvidenceDialog = onceOpened(async () => (await import('./EvidenceDialog.tsx')).EvidenceDialog);

type ClaimProps = { file: CaseFile; claim: ChargebackFile; several: boolean };

const Claim = ({ file, claim, several }: ClaimProps) => {
  const [open, setOpen] = useState(false);
  const read = useReadCase();
  const prepare = () => {
    read?.begin();
    setOpen(true);
  };
  const acts = useMay(access.sale.do.decide);
  const { chargebackId, amount, currency, openedAt, respondBy, stands } = claim;
  const prepares = acts && claim.takesEvidence && file.transaction.allowed.includes('SubmitEvidencePack');
  const loads = EvidenceDialog.useAhead(prepares);
  return (
    <Panel title={several ? `Chargeback ${chargebackId}` : 'Chargeback'}>
      <div className="grid gap-3">
        <Facts
          facts={[
            { label: 'Reason', value: reasonOf(claim) },
            { label: 'Amount', value: formatUnits(amount, currency) },
            openedAt !== null && { label: 'Opened', value: dueTime(openedAt) },
            stands === 'open' && {
              label: 'Bank’s due date',
              value: respondBy === null ? 'Not given' : dueTime(respondBy),
            },
            { label: 'State', value: STANDS[stands] },
          ]}
        />
        <p>{evidenceOf(claim)}</p>
        {prepares && (
          <Button look="primary" block busy={loads} busyText="Loading…" onClick={prepare}>
            Prepare evidence
          </Button>
        )}
        <EvidenceDialog open={open} onOpenChange={setOpen} sale={file.transaction._id} claim={claim} />
      </div>
    </Panel>
  );
};

/** The claims of the buyer's bank, the evidence about them, and a colleague's proposal to end one by hand. */
export const Claims = ({ file }: { file: CaseFile }) => {
  const { chargebacks } = file;
  return chargebacks.map((claim) => (
    <div key={claim.chargebackId} className="contents">
      <Claim file={file} claim={claim} several={chargebacks.length > 1} />
      {claim.pendingEnd && <PendingEnd file={file} claim={claim} pending={claim.pendingEnd} />}
    </div>
  ));
};
