import { useState } from 'react';
import type { AccountFile } from '#application/contract/staff.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dateTime } from '../../ui/dates.ts';
import { Panel } from '../../ui/Panel.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useStaffDeed } from '../useStaffDeed.ts';

type Proposed = NonNullable<AccountFile['termination']>;

/** Another person confirms or rejects it; who proposed it can only take it back. */
export const ProposedTermination = ({ account, proposed }: { account: AccountFile; proposed: Proposed }) => {
  const [open, setOpen] = useState<'confirm' | 'reject'>();
  const [failure, setFailure] = useState<string>();
  const deed = useStaffDeed();
  const { allowed, username, sales } = account;
  const { proposalId } = proposed;
  const own = allowed.includes('withdrawTermination');
  const close = () => setOpen(undefined);
  const path = `staff/accounts/${account._id}/terminate`;
  const confirm = async () => {
    setFailure(undefined);
    try {
      await deed.mutateAsync({ path: `${path}/confirm`, body: { proposalId } });
      close();
      toast.success('Account terminated');
    } catch (error) {
      setFailure(messageOf(error, 'Failed to confirm it. Nothing has changed.'));
    }
  };
  return (
    <Panel title="Proposed termination" className="decide">
      <div className="form-grid">
        <p>
          <b className="strong">{own ? 'You' : proposed.proposedBy.username}</b> proposed on{' '}
          {dateTime(proposed.proposedAt)} that this account stays closed for good.
        </p>
        <blockquote>{proposed.reason ?? 'No reason'}</blockquote>
        {own && (
          <Notice>
            A second staff member must confirm it. You proposed it, so <b>it cannot be you</b>.
          </Notice>
        )}
        {allowed.includes('confirmTermination') && (
          <Button look="danger" block onClick={() => setOpen('confirm')}>
            Confirm termination
          </Button>
        )}
        {(own || allowed.includes('rejectTermination')) && (
          <Button block onClick={() => setOpen('reject')}>
            {own ? 'Take it back' : 'Reject termination'}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title={`Terminate ${username}?`}
        cancelText="Go back"
        confirmText="Terminate"
        danger
        busy={deed.isPending}
        busyText="Terminating…"
        onConfirm={confirm}
      >
        <p>
          What it offers leaves the market, and its owner is told. After 30 days the account is erased; until then it
          can be reinstated.
        </p>
        {sales.open > 0 && (
          <p>
            {sales.open === 1 ? 'One sale of it is open' : `${sales.open} sales of it are open`}: they keep their
            deadlines, what is owed is paid, and the erasure waits for their end.
          </p>
        )}
        {failure && <Notice bad>{failure}</Notice>}
      </ConfirmDialog>
      <ReasonDialog
        open={open === 'reject'}
        onOpenChange={close}
        title={own ? 'Take back your proposal' : 'Reject this termination'}
        hint="Staff and auditors read it in the history of the account; its owner does not."
        confirmText={own ? 'Take it back' : 'Reject it'}
        busyText="Sending…"
        failure="Failed to reject it. Nothing has changed."
        onSubmit={async (reason) => {
          await deed.mutateAsync({ path: `${path}/reject`, body: { proposalId, reason } });
          toast.success(own ? 'Proposal taken back' : 'Termination rejected');
        }}
      >
        <p>The account stays suspended, and nothing else changes.</p>
      </ReasonDialog>
    </Panel>
  );
};
