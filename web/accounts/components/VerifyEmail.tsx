import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { SessionUser } from '#application/contract/accounts.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { messageOf } from '../../api/ApiError.ts';
import { answerMessage } from '../../api/answerMessage.ts';
import { verifySession } from '../../api/auth.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { currentSession, setSession } from '../../api/sessionStore.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Loading } from '../../ui/LoadingScreen.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useLater } from '../../ui/useLater.ts';
import { AccountCard } from './AccountCard.tsx';
import { ResendVerification } from './ResendVerification.tsx';

const REDIRECT_AFTER = 3 * SECOND;

type Verified = { message: string; token?: string; user?: SessionUser };
type State = { name: 'verifying' } | { name: 'success' | 'error'; message: string };

/** A link works once, so each token is sent once, even if the screen renders again. */
const calls = new Map<string, Promise<Verified>>();

/** A signed-in reader keeps their session; the server opens no second one. */
const ask = async (token: string): Promise<Verified> => {
  await verifySession();
  return api.get<Verified>(`auth/verify/${encodeURIComponent(token)}`, { anonymous: !isSignedIn() });
};

const isSignedIn = (): boolean => currentSession().status !== 'anonymous';

const verify = (token: string): Promise<Verified> => {
  const call = calls.get(token) ?? ask(token);
  calls.set(token, call);
  return call;
};

const useVerification = (token: string): State => {
  const [state, setState] = useState<State>(
    token ? { name: 'verifying' } : { name: 'error', message: 'Verification token is missing' },
  );
  useEffect(() => {
    if (!token) return;
    let left = false;
    verify(token).then(
      (verified) => {
        if (left) return;
        if (verified.token && verified.user && !isSignedIn()) setSession(verified.token, verified.user);
        toast.success('Email verified successfully!');
        setState({ name: 'success', message: answerMessage(verified, 'Email verified successfully!') });
      },
      (error: unknown) => {
        calls.delete(token);
        if (!left) setState({ name: 'error', message: failure(error) });
      },
    );
    return () => {
      left = true;
    };
  }, [token]);
  return state;
};

const failure = (error: unknown): string => messageOf(error, 'Verification failed');

export const VerifyEmail = () => {
  const [address] = useSearchParams();
  const state = useVerification(address.get('token') ?? '');
  const navigate = useNavigate();
  const signedIn = useSession().status === 'authenticated';
  const isVerified = state.name === 'success';
  useLater(isVerified || undefined, () => navigate('/login', { replace: true }), REDIRECT_AFTER);
  return (
    <AccountCard page="Email verification" title="Email verification">
      <div className="grid gap-4 mt-5">
        {state.name === 'verifying' && <Loading text="Verifying your email..." />}
        {state.name === 'success' && (
          <>
            <p role="status">{state.message}</p>
            <p className="muted small">
              {signedIn
                ? 'You are signed in. The archives open in a moment.'
                : 'We take you to the login page in a moment.'}
            </p>
            <ButtonLink to="/login" look="primary" block replace>
              {signedIn ? 'Enter the Archives' : 'Go to Login'}
            </ButtonLink>
          </>
        )}
        {state.name === 'error' && (
          <>
            <Notice bad>{state.message}</Notice>
            <ButtonLink to="/login" look="primary" block>
              Go to Login
            </ButtonLink>
            <p className="muted small">A link works once and for a limited time. Ask for a new one here:</p>
            <ResendVerification email={undefined} />
          </>
        )}
      </div>
    </AccountCard>
  );
};
