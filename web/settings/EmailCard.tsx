import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EmailChangeAnswer } from '#application/contract/emailChange.ts';
import { EMAIL } from '#application/contract/registrationRules.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/policy.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { messageOf } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { setUser } from '../api/sessionStore.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { dateTime } from '../ui/dates.ts';
import { Form } from '../ui/Form.tsx';
import { Input } from '../ui/Input.tsx';
import { Link } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ErrorState, Notice } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { useTyped } from '../ui/useKeptOverReload.ts';
import { useAccountCommand } from './account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

type Change = NonNullable<EmailChangeAnswer['change']>;

/** The links are opened in a mailbox, perhaps on another device. */
const LOOK_EVERY = 10 * SECOND;

const FAILED = 'This could not be done. Please try again.';

const ask = (email: string) => api.post<EmailChangeAnswer>('user/email-change', { email });

const Present = ({ email }: { email: string }) => (
  <p>
    You sign in with <b className="break-words">{email}</b>, and our mail goes there.
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
      toast.success('Both addresses have a link on its way');
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
        <Button type="submit" busyText="Asking…">
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
    {confirmed ? <Badge tone="done">Confirmed</Badge> : <Badge tone="wait">Waits for its link</Badge>}
  </li>
);

const waitsFor = ({ oldAddress, newAddress }: Change['confirmed']): string => {
  if (oldAddress) return 'We wait for your new address.';
  return newAddress ? 'We wait for your present address.' : 'We wait for both addresses.';
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
        {waitsFor(change.confirmed)} Each has a link by mail, good until {dateTime(change.lapsesAt)}. Nothing changes
        before both have confirmed.
      </p>
      <ul>
        <Side label="Your present address" address={email} confirmed={change.confirmed.oldAddress} />
        <Side label="Your new address" address={change.email} confirmed={change.confirmed.newAddress} />
      </ul>
      <p className="small muted">
        Nothing came? Look in the spam folder, too. If you can no longer read the mail of the present address, write to{' '}
        <Link to="/faq">our support</Link>.
      </p>
      <div className="row">
        <Button busy={again.isPending} busyText="Sending…" onClick={press(again, 'The links are on their way again')}>
          Send the links again
        </Button>
        <Button busy={keep.isPending} busyText="Keeping…" onClick={press(keep, 'Your address stays as it is')}>
          Keep my address
        </Button>
      </div>
    </>
  );
};

/** The address of the account, and another one that both addresses have to confirm. */
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
