import { useState } from 'react';
import type { CaseFile } from '#application/contract/staff.ts';
import { messageOf } from '../../api/ApiError.ts';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dateTime } from '../../ui/dates.ts';
import { centsOf } from '../../ui/money.ts';
import { Panel } from '../../ui/Panel.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { Notice } from '../../ui/States.tsx';
import { dueInShort } from '../../ui/timeLeft.ts';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { useStaffDeed } from '../useStaffDeed.ts';
import { Division } from './Division.tsx';

type Pending = NonNullable<CaseFile['pendingDecision']>;

const inCents = ({ toBuyer, toSeller, fee }: Pending) => ({
  toBuyer: centsOf(toBuyer),
  toSeller: centsOf(toSeller),
  fee: centsOf(fee),
});

/** Another person confirms or rejects it; who proposed it can only take it back. */
export const PendingDecision = ({ file, pending }: { file: CaseFile; pending: Pending }) => {
  const now = useNow();
  const own = pending.proposedBy._id === useUser()._id;
  const { _id: id, allowed } = file.transaction;
  const [open, setOpen] = useState<'confirm' | 'reject'>();
  const [failure, setFailure] = useState<string>();
  const deed = useStaffDeed();
  const close = () => setOpen(undefined);
  const confirm = async () => {
    setFailure(undefined);
    try {
      await deed.mutateAsync({
        path: `transaction/${id}/dispute/confirm-decision`,
        body: { decisionId: pending.decisionId },
      });
      close();
      toast.success('Decision confirmed', 'The money moves now; both parties read the rationale.');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to confirm it. Nothing has changed.'));
    }
  };
  const reject = async (reason: string) => {
    await deed.mutateAsync({
      path: `transaction/${id}/dispute/reject-decision`,
      body: { decisionId: pending.decisionId, reason },
    });
    toast.success(own ? 'Proposal taken back' : 'Decision rejected');
  };
  return (
    <Panel title="Proposed decision" className="decide">
      <div className="form-grid">
        <p>
          <b className="strong">{own ? 'You' : pending.proposedBy.username}</b> proposed this on{' '}
          {dateTime(pending.proposedAt)}. It lapses on <b className="strong nowrap">{dateTime(pending.confirmBy)}</b> (
          {dueInShort(pending.confirmBy, now)}).
        </p>
        <Division parts={inCents(pending)} />
        <blockquote>{pending.rationale ?? 'No rationale'}</blockquote>
        {own && (
          <Notice>
            A second staff member must confirm it. You proposed it, so <b>it cannot be you</b>.
          </Notice>
        )}
        {allowed.includes('ConfirmDecision') && !own && (
          <Button look="primary" block onClick={() => setOpen('confirm')}>
            Confirm decision
          </Button>
        )}
        {allowed.includes('RejectDecision') && (
          <Button look="danger" block onClick={() => setOpen('reject')}>
            {own ? 'Take it back' : 'Reject decision'}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Confirm this decision?"
        cancelText="Go back"
        confirmText="Confirm"
        busy={deed.isPending}
        busyText="Confirming…"
        onConfirm={confirm}
      >
        <Division parts={inCents(pending)} />
        <p>The money moves at once, and both parties read the rationale. It cannot be taken back.</p>
        {failure && <Notice bad>{failure}</Notice>}
      </ConfirmDialog>
      <ReasonDialog
        open={open === 'reject'}
        onOpenChange={close}
        title={own ? 'Take back your proposal' : 'Reject this decision'}
        hint="Staff and auditors read it, the parties do not"
        confirmText={own ? 'Take it back' : 'Reject it'}
        busyText="Sending…"
        danger
        failure="Failed to reject it. Nothing has changed."
        onSubmit={reject}
      >
        <p>Nothing moves. The case waits for another decision.</p>
      </ReasonDialog>
    </Panel>
  );
};
