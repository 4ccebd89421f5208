import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EmailConfirmed, EmailLink, EmailRefused } from '#application/contract/signIn.ts';
import { ApiError, messageOf, serverCode } from '../../api/ApiError.ts';
import { recheckSession } from '../../api/auth.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Loading } from '../../ui/LoadingScreen.tsx';
import { ErrorState, Notice } from '../../ui/States.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { AccountCard } from './AccountCard.tsx';

const TITLE = 'Change e-mail address';
const FAILED = 'That did not work. Please try again.';

type Side = EmailLink['side'];
/** State of the link, as loaded or after a button was pressed. */
type Outcome = Exclude<EmailLink['state'], 'open'> | 'refused' | 'taken';

const confirm = async (token: string): Promise<EmailConfirmed> => {
  const send = (how: object) => api.post<EmailConfirmed>('auth/email-change/confirm', { token }, how);
  try {
    return await send({ keepsSession: true });
  } catch (error) {
    // The session has ended; the link works without one.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return send({ anonymous: true });
  }
};

const SETTINGS = { to: '/settings?tab=profile', label: 'Open Account Settings' };
const PASSWORD = { to: '/forgot-password', label: 'Set a new password' };
const LOGIN = { to: '/login', label: 'Go to Login' };
const HOME = { to: '/', label: 'Back to the market' };

type ResultText = { words: readonly string[]; bad?: true; way: { to: string; label: string } };

const resultTextOf = (outcome: Outcome, side: Side, signedIn: boolean): ResultText => {
  const account = side === 'oldAddress' || signedIn ? SETTINGS : HOME;
  switch (outcome) {
    case 'confirmed':
      return {
        words: [
          'This address has confirmed the change.',
          side === 'oldAddress'
            ? 'Now open the link in the e-mail to the new address to complete the change.'
            : 'Now open the link in the e-mail to the current address of the account to complete the change.',
        ],
        way: account,
      };
    case 'changed':
      return {
        words: [
          'Both have confirmed: the account has its new address.',
          'Sign in with it from now on. Other sessions were signed out.',
        ],
        way: signedIn ? SETTINGS : LOGIN,
      };
    case 'refused':
      return side === 'oldAddress'
        ? {
            words: [
              'The request is cancelled, and every session of your account has ended. Your address does not change.',
              'Someone knew your password or had one of your second factors. Set a new password now.',
            ],
            way: PASSWORD,
          }
        : { words: ['Thank you. The request is cancelled, and this address is not used.'], way: HOME };
    case 'taken':
      return {
        words: ['Another account already uses the new address, so your address does not change.'],
        bad: true,
        way: account,
      };
    case 'ended':
      return {
        words: ['This request has ended, or a newer one replaced it. This link no longer changes anything.'],
        bad: true,
        way: account,
      };
    case 'expired':
      return {
        words: ['This link has expired. Nothing has changed; you can ask for the change again.'],
        bad: true,
        way: account,
      };
  }
};

const Ended = ({ outcome, side }: { outcome: Outcome; side: Side }) => {
  const signedIn = useSession().status === 'authenticated';
  const { words, bad, way } = resultTextOf(outcome, side, signedIn);
  const paragraphs = words.map((text) => <p key={text}>{text}</p>);
  return (
    <>
      {bad ? (
        <Notice bad>{paragraphs}</Notice>
      ) : (
        <div className="grid gap-2" role="status">
          {paragraphs}
        </div>
      )}
      <ButtonLink to={way.to} look={outcome === 'refused' && side === 'oldAddress' ? 'primary' : 'plain'} block>
        {way.label}
      </ButtonLink>
    </>
  );
};

type OpenProps = {
  token: string;
  side: Side;
  email: string | null;
  onOutcome: (made: { outcome: Outcome; side: Side }) => void;
};

const Open = ({ token, side, email, onOutcome }: OpenProps) => {
  const [pressed, setPressed] = useState<'confirm' | 'refuse'>();
  const [error, setError] = useState<string>();
  const queries = useQueryClient();
  const press = (which: 'confirm' | 'refuse', send: () => Promise<Outcome>) => async () => {
    if (pressed) return;
    setPressed(which);
    setError(undefined);
    try {
      const outcome = await send();
      if (outcome === 'changed' || outcome === 'refused') {
        await recheckSession();
        void queries.invalidateQueries({ queryKey: ['user'] });
      }
      onOutcome({ outcome, side });
    } catch (failure) {
      setPressed(undefined);
      if (!(failure instanceof ApiError)) throw failure;
      if (serverCode(failure) === 'newEmailTaken') return onOutcome({ outcome: 'taken', side });
      if (serverCode(failure) === 'emailChangeGone') return onOutcome({ outcome: 'ended', side });
      setError(messageOf(failure, FAILED));
    }
  };
  const yes = press('confirm', async () => {
    const { state } = await confirm(token);
    return state === 'open' ? 'confirmed' : state;
  });
  const no = press('refuse', async () => {
    await api.post<EmailRefused>('auth/email-change/refuse', { token }, { anonymous: true });
    return 'refused';
  });
  return (
    <>
      {side === 'oldAddress' ? (
        <p>
          Someone asked to change the address of your account to <b className="break-words">{email}</b>. It changes once
          both addresses have confirmed it.
        </p>
      ) : (
        <p>
          Someone asked to use the address <b className="break-words">{email}</b> for an account. Is it yours, and was
          it you?
        </p>
      )}
      {error && <Notice bad>{error}</Notice>}
      <Button look="primary" block busy={pressed === 'confirm'} busyText="Confirming…" onClick={yes}>
        {side === 'oldAddress' ? 'Confirm the new address' : 'Confirm this address'}
      </Button>
      <Button block busy={pressed === 'refuse'} busyText="Cancelling…" onClick={no}>
        It was not me
      </Button>
      {side === 'oldAddress' && (
        <p className="small muted">If it was not you, we cancel the request and end every session of your account.</p>
      )}
    </>
  );
};

const InvalidLink = ({ reason }: { reason: string }) => (
  <>
    <Notice bad>{reason}</Notice>
    <ButtonLink to={SETTINGS.to} block>
      {SETTINGS.label}
    </ButtonLink>
  </>
);

const Found = ({ token, link, onOutcome }: { token: string; link: EmailLink; onOutcome: OpenProps['onOutcome'] }) => {
  const { side, state, email } = link;
  if (state !== 'open') return <Ended outcome={state} side={side} />;
  return <Open token={token} side={side} email={email} onOutcome={onOutcome} />;
};

const OpenedLink = ({ token }: { token: string }) => {
  const place = useKeptFocus();
  const [made, setMade] = useState<{ outcome: Outcome; side: Side }>();
  const link = useQuery({
    queryKey: ['email-link', token],
    queryFn: ({ signal }) =>
      api.get<EmailLink>(`auth/email-change?${new URLSearchParams({ token })}`, { signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div {...place} className="grid gap-4 mt-5">
      {made ? (
        <Ended {...made} />
      ) : link.isPending ? (
        <Loading text="Checking your link..." />
      ) : link.isSuccess ? (
        <Found token={token} link={link.data} onOutcome={setMade} />
      ) : serverCode(link.error) === 'invalidToken' ? (
        <InvalidLink reason="This link is not valid, or a newer e-mail replaced it" />
      ) : (
        <ErrorState error={link.error} title="The link could not be checked" onRetry={() => void link.refetch()}>
          {messageOf(link.error, FAILED)}
        </ErrorState>
      )}
    </div>
  );
};

/** Both addresses get a link to this page. Opening it changes nothing; its buttons confirm or refuse. */
export const EmailChange = () => {
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  return (
    <AccountCard page={TITLE} title={TITLE}>
      {token === '' ? (
        <div className="grid gap-4 mt-5">
          <InvalidLink reason="The link is incomplete" />
        </div>
      ) : (
        <OpenedLink key={token} token={token} />
      )}
    </AccountCard>
  );
};
