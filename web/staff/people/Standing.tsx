import { type ReactNode, useState } from 'react';
import type { AccountFile } from '#application/contract/staff.ts';
import { Button } from '../../ui/Button.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useStaffDeed } from '../useStaffDeed.ts';

type Deed = 'suspend' | 'reinstate' | 'terminate';

type Words = {
  label: string;
  /** Before the name of the account. */
  title: string;
  confirmText: string;
  busyText: string;
  failure: string;
  said: string;
  danger?: boolean;
  /** What follows from it. */
  follows: ReactNode;
};

const DEEDS: Readonly<Record<Deed, Words>> = {
  suspend: {
    ...{ label: 'Suspend account', title: 'Suspend', confirmText: 'Suspend account', busyText: 'Suspending…' },
    ...{ failure: 'Failed to suspend the account', said: 'Account suspended', danger: true },
    follows:
      'Every session ends at once, and nobody signs in to this account until it is reinstated. Open sales keep their deadlines and their money.',
  },
  reinstate: {
    ...{ label: 'Reinstate account', title: 'Reinstate', confirmText: 'Reinstate account', busyText: 'Reinstating…' },
    ...{ failure: 'Failed to reinstate the account', said: 'Account reinstated' },
    follows: 'Its owner can sign in again, with the password as before. What was archived stays archived.',
  },
  terminate: {
    ...{ label: 'Terminate account', title: 'Terminate', confirmText: 'Propose termination', busyText: 'Proposing…' },
    ...{ failure: 'Failed to propose the termination', said: 'Termination proposed', danger: true },
    follows:
      'A second staff member has to confirm it. Then what it offers leaves the market, its owner is told, and after 30 days the account is erased. Money that is owed is paid before.',
  },
};

/** What the server allows the reader to do with the account as a whole. */
export const Standing = ({ account }: { account: AccountFile }) => {
  const [open, setOpen] = useState<Deed>();
  const deed = useStaffDeed();
  const allowed = (Object.keys(DEEDS) as Deed[]).filter((name) => account.allowed.includes(name));
  return (
    <>
      {allowed.map((name) => (
        <Button key={name} look={DEEDS[name].danger ? 'danger' : 'plain'} size="sm" onClick={() => setOpen(name)}>
          {DEEDS[name].label}
        </Button>
      ))}
      {(Object.keys(DEEDS) as Deed[]).map((name) => {
        const { title, said, follows, label: _, ...words } = DEEDS[name];
        return (
          <ReasonDialog
            key={name}
            {...words}
            open={open === name}
            onOpenChange={() => setOpen(undefined)}
            title={`${title} ${account.username}`}
            hint="Staff and auditors read it in the history of the account; its owner does not."
            onSubmit={async (reason) => {
              await deed.mutateAsync({ path: `staff/accounts/${account._id}/${name}`, body: { reason } });
              toast.success(said);
            }}
          >
            <p>{follows}</p>
          </ReasonDialog>
        );
      })}
    </>
  );
};
