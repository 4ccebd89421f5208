import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { ApiError, messageOf, serverCode, serverMessage } from '../../api/ApiError.ts';
import { signIn, signInByPasskey } from '../../api/entering.ts';
import { hasDraft } from '../../api/hasDraft.ts';
import { useSession } from '../../api/session.tsx';
import type { SessionEnd } from '../../api/sessionStore.ts';
import { supportEmail } from '../../api/support.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Input } from '../../ui/Input.tsx';
import { Link } from '../../ui/Link.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { useTyped } from '../../ui/useKeptOverReload.ts';
import { afterLogin } from '../returnUrl.ts';
import { AccountCard } from './AccountCard.tsx';
import { ResendVerification } from './ResendVerification.tsx';

const MISSING = 'Please enter both email and password';
const FAILED = 'Login failed. Please check your credentials.';
const NO_PASSKEY = 'The passkey could not be used. Please try again.';
const UNKNOWN = ' - The system does not recognize your credentials.';

/** Why the reader has to sign in again. */
const ENDS: Readonly<Record<SessionEnd, string>> = {
  expired: 'Session expired. Please login again.',
  refused: 'Authentication failed. Please log in again.',
  ended:
    'Authentication failed. Please log in again. This session was ended on another device, or by a change to your account.',
  suspended: 'This account is suspended. Please contact support.',
  reused:
    'Authentication failed. Please log in again. Your saved sign-in was used twice, so we ended this session and e-mailed you.',
};

const endInWords = (ended: SessionEnd, isKept: boolean): string =>
  `${ENDS[ended]}${isKept && ended !== 'suspended' ? ' Your draft is kept.' : ''}`;

/** A browser that stores nothing keeps no draft. */
const useDraftIsKept = (ended: SessionEnd | null): boolean => {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (ended === null) return;
    let isLeft = false;
    hasDraft()
      .then((kept) => isLeft || setKept(kept))
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [ended]);
  return isKept;
};

/** Error codes for a correct password. */
const UNVERIFIED = 'emailNotVerified';
const SUSPENDED = 'accountSuspended';
const CODE_REQUIRED = 'secondFactorRequired';

/** `unrecognised`: the credentials themselves were refused. */
type Failure = { message: string; code: string | undefined; unrecognised: boolean };

export const Login = () => {
  const session = useSession();
  const { state } = useLocation();
  const [address] = useSearchParams();
  const arrivedAs = useRef(session.status);
  if (session.status === 'loading') return <LoadingScreen text="Establishing connection to the Omnissiah..." />;
  if (session.status === 'authenticated') {
    // A reader who was already signed in goes to the listings, unless a page sent them here.
    const signedInHere = arrivedAs.current === 'anonymous';
    const returnUrl = signedInHere ? address.get('returnUrl') : null;
    const roles = signedInHere ? session.user.roles : [];
    return <Navigate to={afterLogin(state, returnUrl, roles)} replace />;
  }
  return <LoginForm ended={session.ended} state={state} />;
};

const SupportAddress = () => <a href={`mailto:${supportEmail()}`}>{supportEmail()}</a>;

const LoginForm = ({ ended, state }: { ended: SessionEnd | null; state: unknown }) => {
  const [failure, setFailure] = useState<Failure>();
  const isKept = useDraftIsKept(ended);
  const [email, setEmail] = useTyped('email', '');
  const [code, setCode] = useState<string>();
  const password = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState(false);
  /** The toast is hidden from screen readers, because the box already announces it. */
  const refuse = (refusal: Failure) => {
    setFailure(refusal);
    toast.error(<span aria-hidden="true">{refusal.message}</span>);
  };
  const showPasskey = async () => {
    setFailure(undefined);
    setWaiting(true);
    try {
      await signInByPasskey(
        code === undefined ? undefined : { email: email.trim(), password: password.current?.value ?? '' },
      );
      toast.success('Login successful!');
    } catch (error) {
      refuse({ message: messageOf(error, NO_PASSKEY), code: serverCode(error), unrecognised: false });
      setWaiting(false);
    }
  };
  const submit = async () => {
    const typed = password.current?.value ?? '';
    if (email.trim() === '' || typed === '') {
      return refuse({ message: MISSING, code: undefined, unrecognised: false });
    }
    setFailure(undefined);
    try {
      await signIn(email.trim(), typed, code?.trim());
      toast.success('Login successful!');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (serverCode(error) === CODE_REQUIRED && code === undefined) return setCode('');
      const said = serverMessage(error) ?? (error.status === 0 ? error.message : undefined);
      const unrecognised = error.status === 401;
      refuse({ message: said ?? FAILED, code: serverCode(error), unrecognised });
    }
  };
  return (
    <AccountCard
      page="Access the Trading Archives"
      title="Access the Archives"
      lead="Enter your credentials, honored collector"
    >
      <Form onSubmit={submit} focusAfter={password}>
        {ended && !failure && (
          <Notice>
            <p>{endInWords(ended, isKept)}</p>
            {ended === 'suspended' && <SupportAddress />}
          </Notice>
        )}
        {failure && (
          <Notice bad>
            <p>
              <b>{failure.message}</b>
              {failure.unrecognised && UNKNOWN}
            </p>
            {failure.code === SUSPENDED && <SupportAddress />}
          </Notice>
        )}
        <Input
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Input label="Password" type="password" name="password" autoComplete="current-password" ref={password} />
        {code !== undefined && (
          <Input
            label="Code"
            hint="From your authenticator app, or one of your recovery codes"
            className="mono"
            name="code"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button type="submit" look="primary" block busyText="Establishing Connection...">
          Access System
        </Button>
        <Button block busy={waiting} busyText="Waiting for your passkey…" onClick={showPasskey}>
          {code === undefined ? 'Sign in with a passkey' : 'Use a passkey instead'}
        </Button>
      </Form>
      {failure?.code === UNVERIFIED && <ResendVerification email={email.trim()} />}
      <p className="row between small mt-5">
        <Link to="/forgot-password">Forgot password</Link>
        <span>
          New here?{' '}
          <Link to="/register" state={state}>
            Register
          </Link>
        </span>
      </p>
    </AccountCard>
  );
};
