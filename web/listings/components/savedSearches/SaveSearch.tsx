import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { searchSaved } from '#application/contract/savedSearches.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { toast } from '../../../ui/toast.ts';
import { savedSearchesQuery, soughtOf } from '../../api/searchQueries.ts';
import type { Filters } from '../../filters.ts';
import { useDestination } from '../price/useDestination.ts';

type Saved = z.infer<typeof searchSaved>;

const Told = ({ saved: { name, already } }: { saved: Saved }) => (
  <>
    {already ? `You have already saved this as “${name}”.` : `Saved as “${name}”. We will tell you about new matches.`}{' '}
    <Link to="/watching/searches">Your saved searches</Link>
  </>
);

/** The confirmation belongs to the saved filters and disappears when they change. */
export const SaveSearch = ({ filters }: { filters: Filters }) => {
  const client = useQueryClient();
  const sought = soughtOf(filters, useDestination());
  const save = useMutation({
    mutationFn: (search: Record<string, string>) => api.post<Saved>('user/searches', search),
    onSuccess: () => void client.invalidateQueries(savedSearchesQuery),
    onError: (error) => toast.error(messageOf(error, 'This search could not be saved. Please try again.')),
  });
  const isThis = JSON.stringify(save.variables) === JSON.stringify(sought);
  return (
    <div className="save-search">
      <Button
        size="sm"
        busy={save.isPending}
        busyText="Saving…"
        title="We will tell you about new matches"
        onClick={() => save.mutate(sought)}
      >
        Save this search
      </Button>
      <p className="small" role="status">
        {save.data && isThis && <Told saved={save.data} />}
      </p>
    </div>
  );
};
