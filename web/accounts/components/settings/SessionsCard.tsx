import { useQuery } from '@tanstack/react-query';
import type { OpenSessions } from '#application/contract/signIn.ts';
import { registeredIn } from '#domain/accounts/registeredIn.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

type Session = OpenSessions['sessions'][number];

const FAILED = 'The session could not be ended. Please try again.';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Deletes what is at `path` and shows a toast. */
const useEnding = (path: string, ended: string) => {
  const end = useAccountCommand(() => api.delete(path));
  const press = async () => {
    try {
      await end.mutateAsync();
      toast.success(ended);
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return { press, busy: end.isPending };
};

const networkOf = ({ country }: Session): string | undefined => (country === null ? undefined : registeredIn(country));

const SessionRow = ({ session }: { session: Session }) => {
  const { press, busy } = useEnding(`user/sessions/${session.id}`, 'The session has ended');
  const network = networkOf(session);
  return (
    <li className="session-row">
      <div>
        <p className="strong">
          {capital(session.device)} {session.current && <Badge tone="done">This session</Badge>}
        </p>
        {network && <p className="small">{capital(network)}</p>}
        <p className="small muted">
          Signed in {dateTime(session.openedAt)}, last used {dateTime(session.lastUsedAt)}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={busy}
          busyText="Ending…"
          aria-label={`End the session of ${session.device}, signed in ${dateTime(session.openedAt)}`}
          onClick={press}
        >
          End
        </Button>
      )}
    </li>
  );
};

const List = ({ sessions }: { sessions: readonly Session[] }) => {
  const card = useKeptFocus();
  const { press, busy } = useEnding('user/sessions', 'All other sessions have ended');
  return (
    <div {...card} className="form-grid">
      <p className="small muted">
        Anyone with one of these sessions can act as you. End any you do not recognise, and change your password.
      </p>
      {sessions.some(networkOf) && (
        <p className="small muted">
          The country is where the network is registered. With a phone abroad or a VPN it is not where you are.
        </p>
      )}
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button look="danger" busy={busy} busyText="Ending…" onClick={press}>
            End all others
          </Button>
        </div>
      )}
    </div>
  );
};

/** Open sessions, with a button to end them. */
export const SessionsCard = () => {
  const open = useQuery({
    queryKey: ['user', 'sessions'],
    queryFn: ({ signal }) => api.get<OpenSessions>('user/sessions', { signal }),
  });
  if (open.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Where you are signed in">
      {hasNothing(open) ? (
        <ErrorState error={open.error} title="Failed to load your sessions" onRetry={() => open.refetch()} />
      ) : (
        <List sessions={open.data.sessions} />
      )}
    </Panel>
  );
};
