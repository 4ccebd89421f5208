import { z } from 'zod';
import { MAX_QUERY_LENGTH, MAX_VIEW_NAME, VIEW_NAME_REQUIRED, VIEWED_LISTS } from './limits.ts';

const name = z
  .string({ error: VIEW_NAME_REQUIRED })
  .trim()
  .min(1, VIEW_NAME_REQUIRED)
  .max(MAX_VIEW_NAME, `At most ${MAX_VIEW_NAME} characters`);

/** `query`: the address of the list, without its page, such as `kind=chargeback&sort=held`. */
export const savedView = z
  .object({
    name,
    query: z
      .string({ error: 'A search is required' })
      .min(1, 'A search is required')
      .max(MAX_QUERY_LENGTH, `At most ${MAX_QUERY_LENGTH} characters`),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** The caller's own, the oldest first. */
export const savedViews = z.object({ views: z.array(savedView) }).meta({ id: 'SavedViews' });
export type SavedViews = z.infer<typeof savedViews>;

export const viewedList = z.object({ list: z.enum(VIEWED_LISTS, { error: 'There is no such list' }) });

/** POST staff/views/{list}/delete */
export const deleteView = z.object({ name }).meta({ id: 'DeleteView' });
