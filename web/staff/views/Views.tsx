import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ViewedList } from '#application/contract/limits.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { onceOpened } from '../../ui/onceOpened.tsx';
import { toast } from '../../ui/toast.ts';
import { useSavedViews } from './savedViews.ts';

const SaveViewDialog = onceOpened(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog);

/** `all`: the unfiltered list. */
type ViewsProps = { list: ViewedList; all: { label: string; to: string } };

/** The saved views of a list whose search is in the address. */
export const Views = ({ list, all }: ViewsProps) => {
  const { search } = useLocation();
  const { views, save, remove } = useSavedViews(list);
  const [naming, setNaming] = useState(false);
  const address = new URLSearchParams(search);
  address.delete('page');
  const query = address.toString();
  const current = views.find((view) => view.query === query);
  const forget = (name: string) =>
    remove(name).catch((error) => toast.error(messageOf(error, 'Failed to delete the view')));
  const changes = [
    ...(query ? [{ label: 'Save this view…', onSelect: () => setNaming(true) }] : []),
    ...(current ? [{ label: `Delete “${current.name}”`, onSelect: () => void forget(current.name) }] : []),
  ];
  return (
    <>
      <Menu
        label="Saved views"
        trigger={<Button size="sm">{current?.name ?? 'Views'}</Button>}
        groups={[
          [all, ...views.map((view) => ({ label: view.name, to: `${all.to}?${view.query}` }))],
          ...(changes.length > 0 ? [changes] : []),
        ]}
      />
      <SaveViewDialog
        open={naming}
        onOpenChange={setNaming}
        onSave={async (name) => {
          await save({ name, query });
          toast.success('View saved', name);
        }}
      />
    </>
  );
};
