import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EMAIL } from '#application/contract/registrationRules.ts';
import type { EmailChangeAnswer } from '#application/contract/signIn.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { setUser } from '../../../api/sessionStore.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState, Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { useTyped } from '../../../ui/useKeptOverReload.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

type Change = NonNullable<EmailChangeAnswer['change']>;

/** Polls, because the links may be opened on another device. */
const LOOK_EVERY = 10 * SECOND;

const FAILED = 'That did not work. Please try again.';

const ask = (email: string) => api.post<EmailChangeAnswer>('user/email-change', { email });

const Present = ({ email }: { email: string }) => (
  <p>
    You sign in with <b className="break-words">{email}</b>, and we send our e-mails there.
  </p>
);

const AskForm = ({ email: present }: { email: string }) => {
  const [email, setEmail] = useTyped('new-email', '');
  const [error, setError] = useState<string>();
  const asking = useAccountCommand(ask);
  const submit = async () => {
    if (!EMAIL.test(email.trim())) return setError('Please enter a valid email address');
    try {
      await asking.mutateAsync(email.trim());
      toast.success('We sent a link to both addresses');
    } catch (failure) {
      setError(messageOf(failure, FAILED));
    }
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      <Present email={present} />
      <Input
        label="New e-mail address"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint={`Both addresses get a link, and both have to confirm it within ${ACCOUNT_TERMS.emailChange}.`}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(undefined);
        }}
      />
      <div>
        <Button type="submit" busyText="Sending…">
          Change address
        </Button>
      </div>
    </Form>
  );
};

const Side = ({ label, address, confirmed }: { label: string; address: string; confirmed: boolean }) => (
  <li className="session-row">
    <div>
      <p className="strong break-words">{address}</p>
      <p className="small muted">{label}</p>
    </div>
    {confirmed ? <Badge tone="done">Confirmed</Badge> : <Badge tone="wait">Not confirmed yet</Badge>}
  </li>
);

const waitsFor = ({ oldAddress, newAddress }: Change['confirmed']): string => {
  if (oldAddress) return 'Waiting for your new address to confirm.';
  return newAddress ? 'Waiting for your current address to confirm.' : 'Waiting for both addresses to confirm.';
};

const Pending = ({ email, change }: { email: string; change: Change }) => {
  const again = useAccountCommand(() => ask(change.email));
  const keep = useAccountCommand(() => api.delete('user/email-change'));
  const press = (command: { mutateAsync: () => Promise<unknown> }, done: string) => async () => {
    try {
      await command.mutateAsync();
      toast.success(done);
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <>
      <p>
        {waitsFor(change.confirmed)} Each got a link by e-mail, valid until {dateTime(change.lapsesAt)}. Nothing changes
        until both have confirmed.
      </p>
      <ul>
        <Side label="Your current address" address={email} confirmed={change.confirmed.oldAddress} />
        <Side label="Your new address" address={change.email} confirmed={change.confirmed.newAddress} />
      </ul>
      <p className="small muted">
        Nothing arrived? Check your spam folder too. If you can no longer read e-mails at your current address, write to{' '}
        <Link to="/faq">our support</Link>.
      </p>
      <div className="row">
        <Button busy={again.isPending} busyText="Sending…" onClick={press(again, 'We sent the links again')}>
          Send the links again
        </Button>
        <Button busy={keep.isPending} busyText="Keeping…" onClick={press(keep, 'Your address does not change')}>
          Keep my address
        </Button>
      </div>
    </>
  );
};

/** The account's address, and a change that both addresses confirm. */
export const EmailCard = () => {
  const card = useKeptFocus();
  const session = useSession();
  const own = useQuery({
    queryKey: ['user', 'email-change'],
    queryFn: ({ signal }) => api.get<EmailChangeAnswer>('user/email-change', { signal }),
    refetchInterval: ({ state }) => (state.data?.change ? LOOK_EVERY : false),
  });
  const email = own.data?.email;
  const known = session.status === 'anonymous' ? undefined : session.user.email;
  useEffect(() => {
    if (email !== undefined && known !== undefined && email !== known) setUser({ email });
  }, [email, known]);
  if (own.isPending) return <PanelSkeleton />;
  return (
    <Panel title="E-mail address">
      <div {...card} className="form-grid">
        {!own.data ? (
          <ErrorState error={own.error} title="Failed to load your address" onRetry={() => own.refetch()} />
        ) : (
          <>
            {own.data.frozenUntil && (
              <Notice>
                <b>Your address cannot change until {dateTime(own.data.frozenUntil)}.</b> Your first second factor is
                new, and this protects your account.
              </Notice>
            )}
            {own.data.change ? (
              <Pending email={own.data.email} change={own.data.change} />
            ) : own.data.frozenUntil ? (
              <Present email={own.data.email} />
            ) : (
              <AskForm email={own.data.email} />
            )}
          </>
        )}
      </div>
    </Panel>
  );
};
