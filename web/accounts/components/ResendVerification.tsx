import { useEffect, useState } from 'react';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError, messageOf } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.ts';
import { useTyped } from '../../ui/useKeptOverReload.ts';

/** Minimum time between two e-mails. */
const PAUSE = 30 * SECOND;

/** Resends the verification e-mail; asks for the address if it is unknown. */
export const ResendVerification = ({ email }: { email: string | undefined }) => {
  const [typed, setTyped] = useTyped('resend', '');
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(false), PAUSE);
    return () => clearTimeout(timer);
  }, [resting]);
  const address = email || typed.trim();
  const resend = async () => {
    try {
      await api.post('auth/resend-verification', { email: address }, { anonymous: true });
      toast.success('Verification email has been resent. Please check your inbox.');
      setResting(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(messageOf(error, 'Failed to resend verification email'));
    }
  };
  return (
    <Form onSubmit={resend}>
      {!email && (
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          hint="The address you registered with"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Button type="submit" block disabled={resting || address === ''}>
        Resend Verification Email
      </Button>
      {resting && <p className="hint">Sent. You can request another one in {PAUSE / SECOND} seconds.</p>}
    </Form>
  );
};
