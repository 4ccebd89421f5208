import { others } from './others.ts';
import { transactions } from './sales.ts';
import type { Story } from './story.ts';

/** By the name of their record. What is recorded stays when its story is changed or goes. */
export const stories: Readonly<Record<string, Story>> = { ...transactions, ...others };
