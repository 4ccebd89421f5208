import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FactorLink } from '#application/contract/secondFactors.ts';
import { ApiError, messageOf, serverCode } from '../../api/ApiError.ts';
import { recheckSession } from '../../api/auth.ts';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { dateTime } from '../../ui/dates.ts';
import { Loading } from '../../ui/LoadingScreen.tsx';
import { ErrorState, Notice } from '../../ui/States.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { AccountCard } from './AccountCard.tsx';

const TITLE = 'New second factor';
const FAILED = 'That did not work. Please try again.';

type Outcome = Exclude<FactorLink['state'], 'open'> | 'removed';

const RESULT_TEXT: Readonly<Record<Outcome | 'invalid' | 'incomplete', readonly string[]>> = {
  removed: [
    'The second factor is removed, and every session of your account has ended.',
    'Somebody knew your password, so it no longer works. Set a new one now.',
  ],
  used: ['You have used this link already. The second factor is removed.', 'Set a new password if you have not yet.'],
  ended: [
    'This second factor is no longer pending, so this link changes nothing.',
    'If somebody else uses your account, set a new password.',
  ],
  expired: [
    'This link has expired. The second factor stays in use.',
    'If it was not you, set a new password and write to our support.',
  ],
  invalid: [
    'This link is not valid, or a newer e-mail replaced it.',
    'Setting a new password also removes a new second factor.',
  ],
  incomplete: ['The link is incomplete. Please open the whole link from the mail.'],
};

const Result = ({ outcome }: { outcome: keyof typeof RESULT_TEXT }) => {
  const paragraphs = RESULT_TEXT[outcome].map((text) => <p key={text}>{text}</p>);
  const done = outcome === 'removed';
  return (
    <>
      {done ? (
        <div className="grid gap-2" role="status">
          {paragraphs}
        </div>
      ) : (
        <Notice bad={outcome !== 'used'}>{paragraphs}</Notice>
      )}
      <ButtonLink to="/forgot-password" look={done ? 'primary' : 'plain'} block>
        Set a new password
      </ButtonLink>
    </>
  );
};

type OpenProps = { token: string; until: string | null; onOutcome: (outcome: Outcome) => void };

const Open = ({ token, until, onOutcome }: OpenProps) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const queries = useQueryClient();
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await api.post('auth/second-factor/disown', { token }, { anonymous: true });
      await recheckSession();
      void queries.invalidateQueries({ queryKey: ['user'] });
      onOutcome('removed');
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      if (serverCode(failure) === 'factorLinkGone') return onOutcome('ended');
      setError(messageOf(failure, FAILED));
    }
  };
  return (
    <>
      <p>Someone added the first second factor to your account. If it was not you, remove it here.</p>
      <p>
        This removes every second factor added since, ends all sessions, and disables your password. You then set a new
        password by e-mail.
      </p>
      {error && <Notice bad>{error}</Notice>}
      <Button look="danger" block busy={busy} busyText="Removing…" onClick={press}>
        It was not me
      </Button>
      <p className="small muted">
        If it was you, close this page: nothing changes.
        {until && ` The link works until ${dateTime(until)}.`}
      </p>
    </>
  );
};

const OpenedLink = ({ token }: { token: string }) => {
  const place = useKeptFocus();
  const [outcome, setOutcome] = useState<Outcome>();
  const link = useQuery({
    queryKey: ['factor-link', token],
    queryFn: ({ signal }) =>
      api.get<FactorLink>(`auth/second-factor?${new URLSearchParams({ token })}`, { signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div {...place} className="grid gap-4 mt-5">
      {outcome ? (
        <Result outcome={outcome} />
      ) : link.isPending ? (
        <Loading text="Checking your link..." />
      ) : !link.isSuccess ? (
        serverCode(link.error) === 'invalidToken' ? (
          <Result outcome="invalid" />
        ) : (
          <ErrorState error={link.error} title="The link could not be checked" onRetry={() => void link.refetch()}>
            {messageOf(link.error, FAILED)}
          </ErrorState>
        )
      ) : link.data.state === 'open' ? (
        <Open token={token} until={link.data.until} onOutcome={setOutcome} />
      ) : (
        <Result outcome={link.data.state} />
      )}
    </div>
  );
};

/** Target of the link in the e-mail about a first second factor. Opening it changes nothing; its button acts. */
export const NewFactor = () => {
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  return (
    <AccountCard page={TITLE} title={TITLE}>
      {token === '' ? (
        <div className="grid gap-4 mt-5">
          <Result outcome="incomplete" />
        </div>
      ) : (
        <OpenedLink key={token} token={token} />
      )}
    </AccountCard>
  );
};
