import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PushStatus } from '#application/contract/pushes.ts';
import { ALWAYS_PUSHED, CHOOSABLE_PUSHES, type PushKind } from '#domain/telling/pushes.ts';
import { messageOf } from '../api/ApiError.ts';
import { canBeCalled, isBlocked, loadPush, NotSubscribed, turnOff, turnOn } from '../api/push.ts';
import { useUser } from '../api/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ErrorState } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { useAccountCommand } from './account.ts';

const KINDS: Record<PushKind, string> = {
  sales: 'Money and deadlines of your purchases and sales',
  messages: 'New messages',
  offers: 'Offers',
  watching: 'What you watch',
  searches: 'Saved searches',
  reviews: 'Reviews',
  account: 'Account and reports',
};

const UNSUPPORTED =
  'This browser cannot tell you anything while Reliquary is closed. On an iPhone or iPad, add Reliquary to the home screen and open it there.';
const BLOCKED =
  'Notifications from Reliquary are blocked in this browser. Allow them in its settings for this site, beside the address, and come back.';
const UNREACHED = 'The push service of this browser’s maker could not be reached. Please try again later.';

const wordsOf = (error: unknown): string =>
  error instanceof NotSubscribed ? UNREACHED : messageOf(error, 'This could not be changed. Please try again.');

type KindsProps = { silent: readonly PushKind[]; choose: (silent: readonly PushKind[]) => Promise<boolean> };

const Kinds = ({ silent, choose }: KindsProps) => {
  const [draft, setDraft] = useState(silent);
  const submit = async () => {
    if (await choose(draft)) toast.success('Your choice is kept');
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      <fieldset>
        <legend className="strong">Tell me about</legend>
        <label className="check">
          <input type="checkbox" checked disabled aria-describedby="always-pushed" />
          <span>{KINDS[ALWAYS_PUSHED]}</span>
        </label>
        <p className="hint" id="always-pushed">
          Always, while push is on.
        </p>
        {CHOOSABLE_PUSHES.map((kind) => (
          <label key={kind} className="check">
            <input
              type="checkbox"
              checked={!draft.includes(kind)}
              onChange={({ target }) =>
                setDraft(target.checked ? draft.filter((one) => one !== kind) : draft.concat(kind))
              }
            />
            <span>{KINDS[kind]}</span>
          </label>
        ))}
      </fieldset>
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
  const change = useAccountCommand((silent: readonly PushKind[] | 'off') =>
    silent === 'off' ? turnOff().then(() => true) : turnOn(_id, status.key, silent),
  );
  const choose = async (silent: readonly PushKind[] | 'off'): Promise<boolean> => {
    setFailure(undefined);
    try {
      return await change.mutateAsync(silent);
    } catch (error) {
      setFailure(wordsOf(error));
      return false;
    } finally {
      setRefused(isBlocked());
    }
  };
  const { on, silent } = status;
  return (
    <div className="form-grid">
      <p role="status">
        {refused
          ? BLOCKED
          : on
            ? 'On: this device tells you what comes into the bell, until you sign out here.'
            : 'Off. This device can tell you what comes into the bell, also while no page of Reliquary is open.'}
      </p>
      {on && !refused && <Kinds key={silent.join()} silent={silent} choose={choose} />}
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
            <Button look="primary" busy={change.isPending} busyText="Turning on…" onClick={() => choose([])}>
              Turn on
            </Button>
          )
        )}
      </div>
    </div>
  );
};

/** Nothing where this marketplace calls nobody. */
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
