import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PushStatus } from '#application/contract/notifications.ts';
import type { Pace } from '#domain/accounts/mailChoices.ts';
import type { PushKind } from '#domain/notifications/notificationTypes.ts';
import { ALWAYS_PUSHED, CHOOSABLE_PUSHES } from '#domain/notifications/pushes.ts';
import { messageOf } from '../../../api/ApiError.ts';
import {
  ALL_AT_ONCE,
  canBeCalled,
  isBlocked,
  loadPush,
  NotSubscribed,
  type PushChoice,
  turnOff,
  turnOn,
} from '../../../api/push.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Select } from '../../../ui/Input.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PACES } from './paces.ts';

const KINDS: Record<PushKind, string> = {
  sales: 'Money and deadlines of your purchases and sales',
  messages: 'New messages',
  offers: 'Offers',
  watching: 'Watched items',
  searches: 'Saved searches',
  reviews: 'Reviews',
  account: 'Account and reports',
};

const UNSUPPORTED =
  'This browser cannot notify you while Reliquary is closed. On an iPhone or iPad, add Reliquary to the home screen and open it there.';
const BLOCKED =
  'Notifications from Reliquary are blocked in this browser. Allow them in the site settings next to the address bar, then come back.';
const UNREACHED = 'The push service of this browser could not be reached. Please try again later.';

const wordsOf = (error: unknown): string =>
  error instanceof NotSubscribed ? UNREACHED : messageOf(error, 'This could not be changed. Please try again.');

type KindsProps = { choice: PushChoice; choose: (choice: PushChoice) => Promise<boolean> };

const paceOf = (kind: PushKind, { silent, daily }: PushChoice): Pace =>
  silent.includes(kind) ? 'off' : daily.includes(kind) ? 'daily' : 'atOnce';

const Kinds = ({ choice, choose }: KindsProps) => {
  /** Undefined until the reader changes something, so that saved values stay current. */
  const [picked, setPicked] = useState<PushChoice>();
  const draft = picked ?? choice;
  const submit = async () => {
    if (!(await choose(draft))) return;
    setPicked(undefined);
    toast.success('Your choice is saved');
  };
  const change = (kind: PushKind, pace: Pace) => {
    const others = (kinds: readonly PushKind[]) => kinds.filter((one) => one !== kind);
    setPicked({
      silent: others(draft.silent).concat(pace === 'off' ? kind : []),
      daily: others(draft.daily).concat(pace === 'daily' ? kind : []),
    });
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      <p>
        <span className="strong">{KINDS[ALWAYS_PUSHED]}</span>: always sent at once while push is on.
      </p>
      {CHOOSABLE_PUSHES.map((kind) => (
        <Select
          key={kind}
          label={KINDS[kind]}
          value={paceOf(kind, draft)}
          onChange={({ target }) => change(kind, target.value as Pace)}
        >
          {PACES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
      <p className="small muted">
        Once a day means one push at eight in the morning, Amsterdam time, with what you have not read yet.
      </p>
      <div>
        <Button look="primary" type="submit" busyText="Saving…">
          Save choice
        </Button>
      </div>
    </Form>
  );
};

const Switch = ({ status }: { status: PushStatus & { key: string } }) => {
  const { _id } = useUser();
  const [refused, setRefused] = useState(isBlocked);
  const [failure, setFailure] = useState<string>();
  const change = useAccountCommand((choice: PushChoice | 'off') =>
    choice === 'off' ? turnOff().then(() => true) : turnOn(_id, status.key, choice),
  );
  const choose = async (choice: PushChoice | 'off'): Promise<boolean> => {
    setFailure(undefined);
    try {
      return await change.mutateAsync(choice);
    } catch (error) {
      setFailure(wordsOf(error));
      return false;
    } finally {
      setRefused(isBlocked());
    }
  };
  const { on, silent, daily } = status;
  return (
    <div className="form-grid">
      <p role="status">
        {refused
          ? BLOCKED
          : on
            ? 'On: this device shows your notifications until you sign out here.'
            : 'Off. This device can show your notifications even while Reliquary is closed.'}
      </p>
      {on && !refused && <Kinds choice={{ silent, daily }} choose={choose} />}
      {failure && (
        <p className="small" role="alert">
          {failure}
        </p>
      )}
      <div>
        {on ? (
          <Button busy={change.isPending} busyText="One moment…" onClick={() => choose('off')}>
            Turn off
          </Button>
        ) : (
          !refused && (
            <Button look="primary" busy={change.isPending} busyText="Turning on…" onClick={() => choose(ALL_AT_ONCE)}>
              Turn on
            </Button>
          )
        )}
      </div>
    </div>
  );
};

/** Renders nothing if push is not configured. */
export const PushCard = () => {
  const able = canBeCalled();
  const push = useQuery({
    queryKey: ['user', 'push'],
    queryFn: ({ signal }) => loadPush({ signal }),
    enabled: able,
  });
  if (able && (push.isPending || push.data?.key === null)) return null;
  return (
    <Panel title="Push on this device" className="mt-6">
      {!able ? (
        <p>{UNSUPPORTED}</p>
      ) : push.data?.key ? (
        <Switch status={{ ...push.data, key: push.data.key }} />
      ) : (
        <ErrorState error={push.error} title="Failed to load push" onRetry={() => push.refetch()} />
      )}
    </Panel>
  );
};
