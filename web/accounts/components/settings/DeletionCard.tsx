import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { accountStatus } from '#application/contract/accounts.ts';
import { DELETION_PERIOD } from '#domain/accounts/limits.ts';
import { inDays } from '#domain/shared/lengths.ts';
import { messageOf, serverCode } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { ConfirmDialog } from '../../../ui/dialogsOnDemand.ts';
import { Input } from '../../../ui/Input.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState, Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

type Status = z.infer<typeof accountStatus>;

const WRONG_PASSWORD = 'currentPasswordWrong';

const Pending = ({ eraseAt }: { eraseAt: string }) => {
  const keep = useAccountCommand(() => api.delete<Status>('user/deletion'));
  const submit = async () => {
    try {
      await keep.mutateAsync();
      toast.success('Your account will not be deleted');
    } catch (error) {
      toast.error(messageOf(error, 'The deletion could not be cancelled. Please try again.'));
    }
  };
  return (
    <div className="form-grid">
      <Notice>
        <b>Your account will be deleted on {dateTime(eraseAt)}</b>, or later, when your last open sale has ended. Until
        then nobody can buy from you, and you can change your mind.
      </Notice>
      <div>
        <Button look="primary" busy={keep.isPending} busyText="Keeping…" onClick={submit}>
          Keep my account
        </Button>
      </div>
    </div>
  );
};

const AskDialog = ({ onClose }: { onClose: () => void }) => {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const request = useAccountCommand(() => api.post<Status>('user/deletion', { password }));
  const submit = async () => {
    if (password === '') return setError('Password is required');
    try {
      await request.mutateAsync();
      toast.success(`Your account will be deleted in ${inDays(DELETION_PERIOD)}`);
      onClose();
    } catch (failure) {
      if (serverCode(failure) === WRONG_PASSWORD) return setError('Password is incorrect');
      setError(messageOf(failure, 'The deletion could not be requested. Please try again.'));
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete account"
      confirmText={`Delete in ${inDays(DELETION_PERIOD)}`}
      danger
      busy={request.isPending}
      busyText="Sending…"
      onConfirm={submit}
    >
      <p>Please confirm with your password.</p>
      <Input
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
};

const Ask = () => {
  const [asked, setAsked] = useState(false);
  return (
    <div className="form-grid">
      <ul className="terms-list">
        <li>For {inDays(DELETION_PERIOD)} nothing is erased: sign in and cancel it here at any time.</li>
        <li>During that time nobody can buy from you, and you cannot buy or list anything.</li>
        <li>The deletion waits while a sale of yours holds money, or our staff have an open case about it.</li>
        <li>
          Then your listings leave the market, and your name, address, bank details, password and what you wrote in your
          listings are erased.
        </li>
        <li>The other party keeps the record of your past sales, without your name.</li>
      </ul>
      <div>
        <Button look="danger" onClick={() => setAsked(true)}>
          Delete account
        </Button>
      </div>
      {asked && <AskDialog onClose={() => setAsked(false)} />}
    </div>
  );
};

/** Explains, requests and cancels the deletion of the account. */
export const DeletionCard = () => {
  const status = useQuery({
    queryKey: ['user', 'account-status'],
    queryFn: ({ signal }) => api.get<Status>('user/account-status', { signal }),
  });
  if (status.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Delete account">
      {!status.data ? (
        <ErrorState error={status.error} title="Failed to load the account status" onRetry={() => status.refetch()} />
      ) : status.data.eraseAt === null ? (
        <Ask />
      ) : (
        <Pending eraseAt={status.data.eraseAt} />
      )}
    </Panel>
  );
};
