import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../ui/Button.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ResendVerification } from './ResendVerification.tsx';

const emailIn = (state: unknown): string | undefined => {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' && email !== '' ? email : undefined;
};

/** The address comes in the navigation state, which keeps it out of the history and the logs. */
export const RegistrationSuccess = () => {
  const email = emailIn(useLocation().state);
  return (
    <AccountCard
      page="Your name is in the archives"
      title="Your name is in the archives"
      lead={
        <>
          We sent a message to <b className="strong break-words">{email ?? 'your email'}</b>. Follow the link in it, and
          the gates open.
        </>
      }
    >
      <div className="grid gap-3 mt-6">
        <ButtonLink to="/login" look="primary" block>
          Go to Login
        </ButtonLink>
        <ResendVerification email={email} />
      </div>
      <p className="hint mt-5">Nothing there yet? Check your spam folder, then request another one.</p>
    </AccountCard>
  );
};
