import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ChargebackFile, EvidenceDraft } from '#application/contract/chargebacks.ts';
import { api } from '../../../../api/client.ts';
import { STAFF } from '../../../../staff/staffQueries.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { SkeletonLines } from '../../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../../ui/States.tsx';
import { begunWith, EvidenceForm, type EvidenceValues } from './EvidenceForm.tsx';

type EvidenceDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  sale: string;
  claim: ChargebackFile;
};

/** The evidence pack, drafted by the server, reviewed and submitted by staff. What they typed stays when they close it. */
export const EvidenceDialog = ({ open, onOpenChange, sale, claim }: EvidenceDialogProps) => {
  const { chargebackId, pack: earlier } = claim;
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [...STAFF, 'evidence', sale, chargebackId, earlier?.submittedAt],
    queryFn: ({ signal }) =>
      api.get<EvidenceDraft>(`staff/cases/${sale}/evidence/${encodeURIComponent(chargebackId)}`, { signal }),
    enabled: open,
  });
  const form = useForm<EvidenceValues>({ defaultValues: { places: {}, sendsReceipt: true } });
  const { isDirty, isSubmitting } = form.formState;
  /** The draft that the form begins with, and when it came. */
  const [begun, setBegun] = useState<{ draft: EvidenceDraft; at: number }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer draft never replaces what was typed
  useEffect(() => {
    if (!data || isDirty) return;
    form.reset(begunWith(data));
    setBegun({ draft: data, at: dataUpdatedAt });
  }, [data]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Evidence for the bank" locked={isSubmitting} wide>
      {begun ? (
        <EvidenceForm
          key={begun.at}
          form={form}
          sale={sale}
          claim={claim}
          draft={begun.draft}
          onClose={() => onOpenChange(false)}
        />
      ) : error ? (
        <ErrorState title="Failed to draft the evidence" error={error} onRetry={() => void refetch()}>
          Nothing was sent.
        </ErrorState>
      ) : (
        <div className="form-grid" role="status" aria-label="Loading...">
          <SkeletonLines lines={8} />
        </div>
      )}
    </Dialog>
  );
};
