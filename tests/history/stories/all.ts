import { others } from './others.ts';
import { transactions } from './sales.ts';
import type { Story } from './story.ts';

/** By record name. A record stays when its story changes or is removed. */
export const stories: Readonly<Record<string, Story>> = { ...transactions, ...others };
