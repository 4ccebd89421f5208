import { useState } from 'react';
import type { CaseFile } from '#application/contract/staff.ts';
import { type CaseKind, CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { CASE_WORDS } from '../caseWords.ts';
import { RemoveListing } from '../listing/RemoveListing.tsx';
import { useActs, useStaffDeed } from '../useStaffDeed.ts';

type Deed = 'hold' | 'lift' | 'retry' | CaseKind;

const isClosable = (kind: CaseKind): boolean => (CLOSABLE_CASES as readonly CaseKind[]).includes(kind);

/** What staff may do with a sale beside deciding it; the server says what, in `allowed`. */
export const SaleDeeds = ({ file }: { file: CaseFile }) => {
  const { transaction, cases } = file;
  const { _id: id, allowed, listing } = transaction;
  const [open, setOpen] = useState<Deed>();
  const [failure, setFailure] = useState<string>();
  const deed = useStaffDeed();
  const acts = useActs();
  const closable = acts ? cases.filter(({ kind }) => isClosable(kind)) : [];
  const [places, lifts, retries] = ['PlaceStaffHold', 'LiftStaffHold', 'RetryRefund'].map((name) =>
    allowed.includes(name),
  );
  const removable = file.listingStatus !== 'removed';
  if (!acts || !(places || lifts || retries || closable.length > 0 || removable)) return null;
  const close = () => setOpen(undefined);
  const saying = (path: string, said: string) => async (reason: string) => {
    await deed.mutateAsync({ path: `transaction/${id}/${path}`, body: { reason } });
    toast.success(said);
  };
  const retry = async () => {
    setFailure(undefined);
    try {
      await deed.mutateAsync({ path: `transaction/${id}/refund/retry` });
      close();
      toast.success('The refund is tried again');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to try it again. Nothing has changed.'));
    }
  };
  return (
    <Panel title="Other deeds">
      <div className="grid gap-2">
        {places && (
          <Button block onClick={() => setOpen('hold')}>
            Place a hold
          </Button>
        )}
        {lifts && (
          <Button block onClick={() => setOpen('lift')}>
            Lift the hold
          </Button>
        )}
        {retries && (
          <Button block onClick={() => setOpen('retry')}>
            Try the refund again
          </Button>
        )}
        {closable.map(({ kind }) => (
          <Button key={kind} block onClick={() => setOpen(kind)}>
            Close “{CASE_WORDS[kind].label}”
          </Button>
        ))}
        {removable && <RemoveListing listing={listing} block />}
      </div>
      <ReasonDialog
        open={open === 'hold'}
        onOpenChange={close}
        title="Place a hold"
        hint="It stands in the history of the sale"
        confirmText="Place the hold"
        busyText="Placing…"
        failure="Failed to place the hold"
        onSubmit={saying('hold', 'Hold placed')}
      >
        <p>The escrow clock stands, and nothing is refunded or paid out until the hold is lifted.</p>
      </ReasonDialog>
      <ReasonDialog
        open={open === 'lift'}
        onOpenChange={close}
        title="Lift the hold"
        hint="It stands in the history of the sale"
        confirmText="Lift the hold"
        busyText="Lifting…"
        failure="Failed to lift the hold"
        onSubmit={saying('hold/lift', 'Hold lifted')}
      >
        <p>
          When nothing else holds the sale, its clock runs on with at least 74 hours left, and payouts go their way.
        </p>
      </ReasonDialog>
      <ConfirmDialog
        open={open === 'retry'}
        onOpenChange={close}
        title="Try the refund again?"
        confirmText="Try again"
        busy={deed.isPending}
        busyText="Trying…"
        onConfirm={retry}
      >
        <p>The provider is asked for the same refund once more. It is never paid twice.</p>
        {failure && <Notice bad>{failure}</Notice>}
      </ConfirmDialog>
      {closable.map(({ kind, about }) => (
        <ReasonDialog
          key={kind}
          open={open === kind}
          onOpenChange={close}
          title={`Close “${CASE_WORDS[kind].label}”`}
          label="Note"
          hint="What was found out. Staff and auditors read it."
          confirmText="Close the case"
          busyText="Closing…"
          failure="Failed to close the case"
          onSubmit={async (note) => {
            await deed.mutateAsync({ path: `transaction/${id}/case/close`, body: { kind, note } });
            toast.success('Case closed');
          }}
        >
          <p>{about}</p>
          <p>No money moves by closing it.</p>
        </ReasonDialog>
      ))}
    </Panel>
  );
};
