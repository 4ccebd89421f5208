import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ViewedList } from '#application/contract/limits.ts';
import type { SavedView, SavedViews } from '#application/contract/savedViews.ts';
import { ApiError } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { useUser } from '../../api/session.tsx';

const pathOf = (list: ViewedList): string => `staff/views/${list}`;

const isView = (value: unknown): value is SavedView => {
  const { name, query } = (value ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && typeof query === 'string';
};

/** The views that an earlier release stored in this browser. */
const keptHere = (key: string): SavedView[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
};

/** Takes over, once, the views of an earlier release. One that the server refuses is gone: its name is taken, or there are too many. */
const takeOver = async (list: ViewedList, key: string): Promise<void> => {
  if (localStorage.getItem(key) === null) return;
  for (const view of keptHere(key))
    await api.post(pathOf(list), view).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429)
        throw error;
    });
  localStorage.removeItem(key);
};

const KEYS: Record<ViewedList, string> = { cases: 'caseViews', events: 'eventViews' };

const viewsQuery = (list: ViewedList, user: string) =>
  queryOptions({
    queryKey: ['views', list],
    queryFn: async ({ signal }) => {
      await takeOver(list, `${KEYS[list]}:${user}`);
      return api.get<SavedViews>(pathOf(list), { signal });
    },
  });

/** The reader's named searches of one list, on every device. */
export const useSavedViews = (list: ViewedList) => {
  const query = viewsQuery(list, useUser().userId);
  const queries = useQueryClient();
  const { data } = useQuery(query);
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, body }: { path: string; body: object }) => api.post<SavedViews>(path, body),
    onSuccess: (answer) => queries.setQueryData(query.queryKey, answer),
    onError: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  return {
    views: data?.views ?? [],
    save: (view: SavedView) => mutateAsync({ path: pathOf(list), body: view }),
    remove: (name: string) => mutateAsync({ path: `${pathOf(list)}/delete`, body: { name } }),
  };
};
