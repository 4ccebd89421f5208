import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { MAIL_KINDS } from '../../ui/mailKinds.ts';
import { Notice } from '../../ui/States.tsx';
import { AccountCard } from './AccountCard.tsx';

/** The e-mail settings, behind a sign-in. */
const CHOICES = '/settings?tab=profile#emails';

/** The kind of e-mail named in the token; the server checks the rest. */
const kindIn = (token: string) => MAIL_KINDS.find(({ name }) => name === token.split('.')[1]);

const Ask = ({ token, label, hint }: { token: string; label: string; hint: string }) => {
  const [state, setState] = useState<'asked' | 'busy' | 'ended'>('asked');
  const [failure, setFailure] = useState<string>();
  const end = async () => {
    setState('busy');
    setFailure(undefined);
    try {
      await api.post(`emails/unsubscribe/${encodeURIComponent(token)}`, undefined, { anonymous: true });
      setState('ended');
    } catch (error) {
      setFailure(messageOf(error, 'That did not work. Please try again.'));
      setState('asked');
    }
  };
  if (state === 'ended')
    return (
      <p role="status">
        You will no longer get these emails: <b className="strong">{label}</b>.
      </p>
    );
  return (
    <>
      <p>
        <b className="strong">{label}</b>. {hint}
      </p>
      {failure && <Notice bad>{failure}</Notice>}
      <Button look="primary" block busy={state === 'busy'} busyText="Unsubscribing…" onClick={end}>
        Unsubscribe
      </Button>
    </>
  );
};

/** Target of the unsubscribe link that mail programs show. Nothing changes until the button is pressed. */
export const Unsubscribe = () => {
  const token = useSearchParams()[0].get('token') ?? '';
  const kind = kindIn(token);
  return (
    <AccountCard page="Fewer emails" title="Fewer emails">
      <div className="grid gap-4 mt-5">
        {kind ? <Ask token={token} {...kind} /> : <Notice bad>This link is incomplete, so nothing was changed.</Notice>}
        <p className="muted small">
          You still get emails about money, deadlines and your account. Choose which others you get, and how often, in{' '}
          <Link to={CHOICES}>your settings</Link>.
        </p>
      </div>
    </AccountCard>
  );
};
