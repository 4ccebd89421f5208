import { z } from 'zod';
import { paging, timestamp } from './common.ts';

const ACTIVITY_TYPES = ['message', 'sale', 'review'] as const;

export const activityQuery = z
  .object({ filter: z.enum(['all', ...ACTIVITY_TYPES]).default('all'), ...paging(10) })
  .meta({ id: 'ActivityQuery' });
export type ActivityQuery = z.output<typeof activityQuery>;

const activityItem = z
  .object({
    _id: z.string(),
    type: z.enum(ACTIVITY_TYPES),
    content: z.string(),
    createdAt: timestamp,
    /** A path of the web application. */
    link: z.string(),
  })
  .meta({ id: 'ActivityItem' });

export const activityPage = z
  .object({ activities: z.array(activityItem), hasMore: z.boolean(), currentPage: z.int() })
  .meta({ id: 'ActivityPage' });
export type ActivityPage = z.infer<typeof activityPage>;
