import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorSecret, RecoveryCodes, SecondFactor } from '#application/contract/secondFactors.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState, Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { useAccountCommand } from '../../api/account.ts';
import { AuthenticatorForm } from './AuthenticatorForm.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';

type Chosen = { secret: FactorSecret } | { codes: readonly string[] };

const FAILED = 'That did not work. Please try again.';

type SetUpProps = { onSecret: (secret: FactorSecret) => void };
type RecoveryProps = { factor: SecondFactor; onCodes: (codes: readonly string[]) => void };

const Pending = ({ until }: { until: string }) => (
  <Notice>
    <b>Pending until {dateTime(until)}.</b> This is your first second factor. Until then your bank details, e-mail
    address and recovery codes cannot change, and payouts wait. A password reset by e-mail removes it. If you remove it
    here, the wait continues.
  </Notice>
);

const SetUp = ({ label, look, onSecret }: SetUpProps & { label: string; look?: 'primary' }) => {
  const begin = useAccountCommand(() => api.post<FactorSecret>('user/second-factor'));
  const press = async () => {
    try {
      onSecret(await begin.mutateAsync());
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <Button look={look} busy={begin.isPending} busyText="Preparing…" onClick={press}>
      {label}
    </Button>
  );
};

const RenewCodes = ({ onCodes }: Pick<RecoveryProps, 'onCodes'>) => {
  const renew = useAccountCommand(() => api.post<RecoveryCodes>('user/second-factor/recovery-codes'));
  const press = async () => {
    try {
      onCodes((await renew.mutateAsync()).recoveryCodes);
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <Button busy={renew.isPending} busyText="Renewing…" onClick={press}>
      New recovery codes
    </Button>
  );
};

const InUse = ({ factor, onCodes, onSecret }: RecoveryProps & SetUpProps) => {
  const remove = useAccountCommand(() => api.delete('user/second-factor'));
  const pressRemove = async () => {
    try {
      await remove.mutateAsync();
      toast.success(
        factor.passkeys > 0 ? 'Your authenticator app is removed' : 'Your password alone signs you in again',
      );
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <>
      <p>
        <Badge tone="done">In use</Badge> Signing in needs a code from your authenticator app.{' '}
        {factor.recoveryCodesLeft} recovery codes are left.
      </p>
      <div className="row">
        <SetUp label="Replace the app" onSecret={onSecret} />
        {!factor.pendingUntil && <RenewCodes onCodes={onCodes} />}
        {(!factor.required || factor.passkeys > 0) && (
          <Button look="danger" busy={remove.isPending} busyText="Removing…" onClick={pressRemove}>
            Remove
          </Button>
        )}
      </div>
    </>
  );
};

const Missing = ({ factor, onCodes, onSecret }: RecoveryProps & SetUpProps) => (
  <>
    {factor.required && factor.passkeys === 0 && (
      <Notice bad>Your role requires two-factor authentication. Set it up here to open its screens.</Notice>
    )}
    <p>A code from an authenticator app as well as your password, so that the password alone is not enough.</p>
    <div>
      <SetUp label="Set up an authenticator app" look="primary" onSecret={onSecret} />
    </div>
    {factor.passkeys > 0 && (
      <>
        <p>{factor.recoveryCodesLeft} recovery codes are left, in case you lose your passkeys.</p>
        {!factor.pendingUntil && (
          <div>
            <RenewCodes onCodes={onCodes} />
          </div>
        )}
      </>
    )}
  </>
);

/** Sets up and removes an authenticator app, and renews recovery codes. */
export const SecondFactorCard = () => {
  const [chosen, setChosen] = useState<Chosen>();
  const card = useKeptFocus();
  const factor = useQuery({
    queryKey: ['user', 'second-factor'],
    queryFn: ({ signal }) => api.get<SecondFactor>('user/second-factor', { signal }),
  });
  const show = (codes: readonly string[]) => setChosen({ codes });
  const begun = (secret: FactorSecret) => setChosen({ secret });
  const leave = () => setChosen(undefined);
  const added = (codes: readonly string[]) => {
    toast.success('Your authenticator app is in use');
    if (codes.length > 0) show(codes);
    else leave();
  };
  if (factor.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Second factor">
      <div {...card} className="form-grid">
        {chosen && 'codes' in chosen ? (
          <RecoveryCodeList codes={chosen.codes} onKept={leave} />
        ) : chosen ? (
          <AuthenticatorForm
            {...chosen.secret}
            replaces={factor.data?.inUse ?? false}
            onAdded={added}
            onCancel={leave}
          />
        ) : !factor.data ? (
          <ErrorState error={factor.error} title="Failed to load your second factor" onRetry={() => factor.refetch()} />
        ) : (
          <>
            {factor.data.pendingUntil && <Pending until={factor.data.pendingUntil} />}
            {factor.data.inUse ? (
              <InUse factor={factor.data} onCodes={show} onSecret={begun} />
            ) : (
              <Missing factor={factor.data} onCodes={show} onSecret={begun} />
            )}
          </>
        )}
      </div>
    </Panel>
  );
};
