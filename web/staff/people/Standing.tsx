import { useState } from 'react';
import type { AccountFile } from '#application/contract/staff.ts';
import { Button } from '../../ui/Button.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useStaffDeed } from '../useStaffDeed.ts';

const HINT = 'Staff and auditors read it in the history of the account; its owner does not.';

/** Suspend or reinstate, whichever the server allows the reader. */
export const Standing = ({ account }: { account: AccountFile }) => {
  const [open, setOpen] = useState<'suspend' | 'reinstate'>();
  const deed = useStaffDeed();
  const close = () => setOpen(undefined);
  const send = (deedName: 'suspend' | 'reinstate', said: string) => async (reason: string) => {
    await deed.mutateAsync({ path: `staff/accounts/${account._id}/${deedName}`, body: { reason } });
    toast.success(said);
  };
  return (
    <>
      {account.allowed.includes('suspend') && (
        <Button look="danger" size="sm" onClick={() => setOpen('suspend')}>
          Suspend account
        </Button>
      )}
      {account.allowed.includes('reinstate') && (
        <Button size="sm" onClick={() => setOpen('reinstate')}>
          Reinstate account
        </Button>
      )}
      <ReasonDialog
        open={open === 'suspend'}
        onOpenChange={close}
        title={`Suspend ${account.username}`}
        hint={HINT}
        confirmText="Suspend account"
        busyText="Suspending…"
        danger
        failure="Failed to suspend the account"
        onSubmit={send('suspend', 'Account suspended')}
      >
        <p>
          Every session ends at once, and nobody signs in to this account until it is reinstated. Open sales keep their
          deadlines and their money.
        </p>
      </ReasonDialog>
      <ReasonDialog
        open={open === 'reinstate'}
        onOpenChange={close}
        title={`Reinstate ${account.username}`}
        hint={HINT}
        confirmText="Reinstate account"
        busyText="Reinstating…"
        failure="Failed to reinstate the account"
        onSubmit={send('reinstate', 'Account reinstated')}
      >
        <p>Its owner can sign in again, with the password as before.</p>
      </ReasonDialog>
    </>
  );
};
