import { useState } from 'react';
import type { FactorAdded, FactorSecret } from '#application/contract/secondFactors.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { setToken } from '../../../api/sessionStore.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { useAccountCommand } from '../../api/account.ts';
import { QrCode } from './QrCode.tsx';

type Props = FactorSecret & {
  /** True if another app stays in use until this one is confirmed. */
  replaces: boolean;
  onAdded: (codes: readonly string[]) => void;
  onCancel: () => void;
};

/** Shows the secret as QR code and text, and asks for the first code. */
export const AuthenticatorForm = ({ secret, address, replaces, onAdded, onCancel }: Props) => {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const confirm = useAccountCommand(async () => {
    const added = await api.post<FactorAdded>('user/second-factor/confirm', { code: code.trim() });
    setToken(added.token);
    return added;
  });
  const submit = async () => {
    if (code.trim() === '') return setError('Please enter the code');
    try {
      onAdded((await confirm.mutateAsync()).recoveryCodes);
    } catch (failure) {
      setError(messageOf(failure, 'The code could not be checked. Please try again.'));
    }
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      {replaces && <p>Your current app stays in use until you enter a code from the new one.</p>}
      <p>1. Scan this code with your authenticator app, or type in the key.</p>
      <QrCode text={address} label="The key as a QR code, for an authenticator app" />
      <p className="row">
        <span className="mono key-text">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        <CopyButton text={secret} />
      </p>
      <p>2. Enter the code that it shows.</p>
      <Input
        label="Code"
        className="mono"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <div className="row">
        <Button type="submit" look="primary" busyText="Checking…">
          Turn it on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
};
