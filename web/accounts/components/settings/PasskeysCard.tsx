import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyAdded, PasskeyCreation, Passkeys } from '#application/contract/secondFactors.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { setToken } from '../../../api/sessionStore.ts';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/useKeptFocus.ts';
import { useTyped } from '../../../ui/useKeptOverReload.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';

type Passkey = Passkeys['passkeys'][number];

const FAILED = 'That did not work. Please try again.';

const add = async (name: string): Promise<PasskeyAdded> => {
  const { makePasskey } = await import('../../../api/passkeys.ts');
  const passkey = await makePasskey(await api.post<PasskeyCreation>('user/passkeys/options'));
  const added = await api.post<PasskeyAdded>('user/passkeys', { name, passkey });
  setToken(added.token);
  return added;
};

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => {
  const remove = useAccountCommand(() => api.delete(`user/passkeys/${passkey.id}`));
  const press = async () => {
    try {
      await remove.mutateAsync();
      toast.success('The passkey is removed');
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <li className="session-row">
      <div>
        <p className="strong break-words">{passkey.name}</p>
        <p className="small muted">
          Added {dateTime(passkey.addedAt)},{' '}
          {passkey.lastUsedAt === null ? 'not used yet' : `last used ${dateTime(passkey.lastUsedAt)}`}
        </p>
      </div>
      <Button
        size="sm"
        busy={remove.isPending}
        busyText="Removing…"
        aria-label={`Remove the passkey ${passkey.name}`}
        onClick={press}
      >
        Remove
      </Button>
    </li>
  );
};

const AddPasskey = ({ onAdded }: { onAdded: (codes: readonly string[]) => void }) => {
  const [name, setName] = useTyped('passkey', '');
  const [error, setError] = useState<string>();
  const adding = useAccountCommand(add);
  const submit = async () => {
    if (name.trim() === '') return setError('Please give the passkey a name');
    try {
      const { recoveryCodes } = await adding.mutateAsync(name.trim());
      setName('');
      toast.success('The passkey is added');
      onAdded(recoveryCodes);
    } catch (failure) {
      setError(messageOf(failure, FAILED));
    }
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      <Input
        label="Name of a new passkey"
        hint="For example, the device that holds it"
        maxLength={60}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      <div>
        <Button type="submit" busyText="Waiting for your device…">
          Add a passkey
        </Button>
      </div>
    </Form>
  );
};

type ListProps = {
  passkeys: readonly Passkey[];
  onAdded: (codes: readonly string[]) => void;
};

const List = ({ passkeys, onAdded }: ListProps) => (
  <>
    <p>
      A passkey signs you in with your fingerprint, your face or a device PIN instead of a password. Once you have one,
      your password alone no longer opens your account.
    </p>
    {passkeys.length > 0 && (
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    )}
    <AddPasskey onAdded={onAdded} />
  </>
);

export const PasskeysCard = () => {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const card = useKeptFocus();
  const own = useQuery({
    queryKey: ['user', 'passkeys'],
    queryFn: ({ signal }) => api.get<Passkeys>('user/passkeys', { signal }),
  });
  if (own.isPending) return <PanelSkeleton />;
  return (
    <Panel title="Passkeys">
      <div {...card} className="form-grid">
        {codes.length > 0 ? (
          <RecoveryCodeList codes={codes} onKept={() => setCodes([])} />
        ) : !own.data ? (
          <ErrorState error={own.error} title="Failed to load your passkeys" onRetry={() => own.refetch()} />
        ) : (
          <List passkeys={own.data.passkeys} onAdded={setCodes} />
        )}
      </div>
    </Panel>
  );
};
