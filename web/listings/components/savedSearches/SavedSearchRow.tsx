import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SavedSearch } from '#application/contract/savedSearches.ts';
import type { Pace } from '#domain/accounts/mailChoices.ts';
import { LONGEST_NAME, MOST_NEW } from '#domain/listings/savedSearchText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { NOTIFICATIONS } from '../../../api/queryKeys.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogsOnDemand.ts';
import { Form } from '../../../ui/Form.tsx';
import { Input } from '../../../ui/Input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTyped } from '../../../ui/useKeptOverReload.ts';
import { browsedBy, savedSearchesQuery } from '../../api/searchQueries.ts';
import { askedFor } from './askedFor.ts';

const FAILED = 'This could not be changed. Please try again.';

const PACES: readonly { value: Pace; label: string }[] = [
  { value: 'atOnce', label: 'Notify me straight away' },
  { value: 'daily', label: 'Email once a day' },
  { value: 'off', label: 'Don’t notify me' },
];

/** Runs one at a time, so the last choice wins; busy until the list shows it. */
const useSearchCommand = <Body = void>(id: string, send: (path: string, body: Body) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    scope: { id },
    mutationFn: (body: Body) => send(`user/searches/${id}`, body),
    onSuccess: () => client.invalidateQueries(savedSearchesQuery),
  });
};

const Rename = ({ search: { _id, name }, onEnd }: { search: SavedSearch; onEnd: () => void }) => {
  const [typed, setTyped] = useTyped(`name:${_id}`, name);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const rename = useSearchCommand(_id, (path, body: { name: string }) => api.put(path, body));
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const submit = async () => {
    try {
      await rename.mutateAsync({ name: typed });
      onEnd();
    } catch (failure) {
      setError(messageOf(failure, FAILED));
    }
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      <Input
        ref={field}
        label={`New name for “${name}”`}
        hint="Leave it empty to name it after its filters."
        maxLength={LONGEST_NAME}
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
      />
      <div className="row">
        <Button type="submit" size="sm" look="primary" busyText="Saving…">
          Save name
        </Button>
        <Button size="sm" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </Form>
  );
};

const Named = ({ search }: { search: SavedSearch }) => {
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !renaming) button.current?.focus();
    was.current = renaming;
  }, [renaming]);
  if (renaming) return <Rename search={search} onEnd={() => setRenaming(false)} />;
  const { name, found, query } = search;
  const asked = askedFor(query);
  return (
    <div>
      <h3 className="card-title break-words">
        {name} {found > 0 && <Badge tone="held">{found < MOST_NEW ? found : `${MOST_NEW} or more`} new</Badge>}
      </h3>
      {asked !== name && <p className="small muted break-words">{asked}</p>}
      <Button ref={button} size="sm" look="quiet" aria-label={`Rename “${name}”`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
    </div>
  );
};

const PaceOf = ({ search: { _id, name, pace } }: { search: SavedSearch }) => {
  const choose = useSearchCommand(_id, (path, body: { pace: Pace }) => api.put(path, body));
  const change = async (next: Pace) => {
    try {
      await choose.mutateAsync({ pace: next });
    } catch (error) {
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <select
      className="select"
      aria-label={`How soon “${name}” notifies you`}
      value={choose.isPending ? choose.variables.pace : pace}
      onChange={({ target }) => change(target.value as Pace)}
    >
      {PACES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
};

const Delete = ({ search: { _id, name } }: { search: SavedSearch }) => {
  const [asking, setAsking] = useState(false);
  const remove = useSearchCommand(_id, (path) => api.delete(path));
  const confirm = async () => {
    try {
      await remove.mutateAsync();
      toast.success(`“${name}” was deleted`);
    } catch (error) {
      setAsking(false);
      toast.error(messageOf(error, FAILED));
    }
  };
  return (
    <>
      <Button size="sm" look="danger" aria-label={`Delete “${name}”`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete saved search"
        confirmText="Delete"
        danger
        busy={remove.isPending}
        busyText="Deleting…"
        onConfirm={confirm}
      >
        <p className="break-words">We will no longer tell you about new matches for “{name}”.</p>
      </ConfirmDialog>
    </>
  );
};

export const SavedSearchRow = ({ search }: { search: SavedSearch }) => {
  const client = useQueryClient();
  // If this fails, the results stay marked as new.
  const look = useMutation({
    mutationFn: () => api.post(`user/searches/${search._id}/look`),
    onSuccess: () => {
      void client.invalidateQueries(savedSearchesQuery);
      void client.invalidateQueries({ queryKey: [NOTIFICATIONS] });
    },
  });
  return (
    <li className="panel saved-search">
      <Named search={search} />
      <div className="row">
        <PaceOf search={search} />
        <ButtonLink size="sm" to={browsedBy(search)} aria-label={`Open “${search.name}”`} onClick={() => look.mutate()}>
          Open
        </ButtonLink>
        <Delete search={search} />
      </div>
    </li>
  );
};
