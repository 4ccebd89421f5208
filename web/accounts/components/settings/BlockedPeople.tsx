import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { blockedPeople } from '#application/contract/conversations.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { MESSAGES } from '../../../api/queryKeys.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

type People = z.infer<typeof blockedPeople>;
type Person = People[number];

const PersonRow = ({ person }: { person: Person }) => {
  const unblock = useAccountCommand(() => api.delete(`user/${person._id}/block`), [MESSAGES]);
  const press = async () => {
    try {
      await unblock.mutateAsync();
      toast.success(`${person.username} can write to you again`);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to unblock'));
    }
  };
  return (
    <li className="blocked-person">
      <Avatar name={person.username} />
      <span className="strong">{person.username}</span>
      <Button
        size="sm"
        busy={unblock.isPending}
        busyText="Unblocking…"
        aria-label={`Unblock ${person.username}`}
        onClick={press}
      >
        Unblock
      </Button>
    </li>
  );
};

const List = ({ people }: { people: People }) => {
  const card = useKeptFocus();
  return (
    <div {...card} className="form-grid">
      <p className="small muted">
        {people.length === 0
          ? 'You have not blocked anyone. Use the Block button in a conversation to stop messages from somebody.'
          : 'They cannot write to you. Sales between you are not affected.'}
      </p>
      {people.length > 0 && (
        <ul>
          {people.map((person) => (
            <PersonRow key={person._id} person={person} />
          ))}
        </ul>
      )}
    </div>
  );
};

/** Blocked people, with unblocking. */
export const BlockedPeople = () => {
  const blocked = useQuery({
    queryKey: ['user', 'blocked'],
    queryFn: ({ signal }) => api.get<People>('user/blocked', { signal }),
  });
  if (blocked.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Blocked people">
      {hasNothing(blocked) ? (
        <ErrorState
          error={blocked.error}
          title="Failed to load the people you have blocked"
          onRetry={() => blocked.refetch()}
        />
      ) : (
        <List people={blocked.data} />
      )}
    </Panel>
  );
};
