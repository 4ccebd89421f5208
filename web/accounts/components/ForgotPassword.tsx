import { useState } from 'react';
import { EMAIL } from '#application/contract/registrationRules.ts';
import { ApiError } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input } from '../../ui/Input.tsx';
import { Link } from '../../ui/Link.tsx';
import { toast } from '../../ui/toast.ts';
import { useTyped } from '../../ui/useKeptOverReload.ts';
import { AccountCard } from './AccountCard.tsx';
import { VisitorOnly } from './VisitorOnly.tsx';

const INVALID = 'Please enter a valid email address';

export const ForgotPassword = () => {
  const [sent, setSent] = useState(false);
  return <VisitorOnly>{sent ? <Sent /> : <ForgotForm onSent={() => setSent(true)} />}</VisitorOnly>;
};

const ForgotForm = ({ onSent }: { onSent: () => void }) => {
  const [email, setEmail] = useTyped('email', '');
  const [error, setError] = useState<string>();
  const submit = async () => {
    if (!EMAIL.test(email.trim())) return setError(INVALID);
    try {
      await api.post('auth/forgot-password', { email: email.trim() }, { anonymous: true });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.status === 0) return toast.error(failure.message);
      // Every answer looks the same, so that nobody learns who has an account.
    }
    onSent();
  };
  return (
    <AccountCard
      page="Forgot password"
      title="Forgot password"
      lead="Enter your e-mail address, and we will send you a link to set a new password."
    >
      <Form onSubmit={submit}>
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
          error={error}
        />
        <Button type="submit" look="primary" block busyText="Sending the signal...">
          Send Recovery Signal
        </Button>
      </Form>
      <p className="small mt-5">
        <Link to="/login">Back to login</Link>
      </p>
    </AccountCard>
  );
};

const Sent = () => (
  <AccountCard
    page="Recovery Signal Sent!"
    title="Recovery Signal Sent!"
    lead="If this address has an account, a link is on its way to it. It works once and for a limited time."
  >
    <div className="mt-6" role="status">
      <ButtonLink to="/login" block>
        Back to login
      </ButtonLink>
    </div>
  </AccountCard>
);
