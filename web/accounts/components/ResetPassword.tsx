import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, messageOf, serverCode, serverErrors } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input } from '../../ui/Input.tsx';
import { Loading } from '../../ui/LoadingScreen.tsx';
import { ErrorState, Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { type ResetErrors, resetErrors } from '../resetErrors.ts';
import { AccountCard } from './AccountCard.tsx';
import { PasswordRules } from './PasswordRules.tsx';

/** Shows the form only after the link was validated. */
export const ResetPassword = () => {
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  /** The link was used or expired while the form was open. */
  const [over, setOver] = useState(false);
  const check = useQuery({
    queryKey: ['reset-password', token],
    queryFn: ({ signal }) =>
      api.get<{ valid: boolean }>(`auth/reset-password/validate?${new URLSearchParams({ token })}`, {
        signal,
        anonymous: true,
      }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '') return <InvalidLink reason="Reset token is missing" />;
  if (check.error instanceof ApiError && (check.error.status === 0 || check.error.status >= 500)) {
    return (
      <AccountCard page="Reset password" title="Reset password">
        <ErrorState error={check.error} title="The link could not be checked" onRetry={() => void check.refetch()}>
          {check.error.message}
        </ErrorState>
      </AccountCard>
    );
  }
  if (check.isPending) {
    return (
      <AccountCard page="Reset password" title="Reset password">
        <Loading text="Validating your link..." />
      </AccountCard>
    );
  }
  if (!check.data?.valid || over) return <InvalidLink reason="Invalid or expired token" />;
  return <ResetForm token={token} onOver={() => setOver(true)} />;
};

const InvalidLink = ({ reason }: { reason: string }) => (
  <AccountCard page="Invalid Reset Link" title="Invalid Reset Link">
    <div className="grid gap-4 mt-5">
      <Notice bad>{reason}</Notice>
      <ButtonLink to="/forgot-password" look="primary" block>
        Request a new link
      </ButtonLink>
    </div>
  </AccountCard>
);

const ResetForm = ({ token, onOver }: { token: string; onOver: () => void }) => {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<ResetErrors>({});
  const navigate = useNavigate();
  const submit = async () => {
    const found = resetErrors(password, confirmation);
    setErrors(found);
    const first = found.password ?? found.confirmation;
    if (first) return toast.error(first);
    try {
      await api.post('auth/reset-password', { token, password }, { anonymous: true });
      toast.success('Password reset successful!');
      await navigate('/login', { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (serverCode(error) === 'invalidToken') return onOver();
      const { password: refused } = serverErrors(error);
      if (refused) setErrors({ password: refused });
      toast.error(messageOf(error, 'Error resetting password'));
    }
  };
  return (
    <AccountCard
      page="Reset password"
      title="Reset password"
      lead="Choose a new password. This ends all your other sessions."
    >
      <Form onSubmit={submit}>
        <div className="grid gap-2">
          <Input
            label="New password"
            type="password"
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setErrors({});
            }}
            error={errors.password}
          />
          <PasswordRules password={password} />
        </div>
        <Input
          label="Confirm new password"
          type="password"
          name="confirmation"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => {
            setConfirmation(event.target.value);
            setErrors({});
          }}
          error={errors.confirmation}
        />
        <Button type="submit" look="primary" block busyText="Sealing the new password...">
          Set new password
        </Button>
      </Form>
    </AccountCard>
  );
};
