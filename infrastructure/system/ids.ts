import { v7 } from 'uuid';
import type { Id } from '#domain/shared/ids.ts';

/** A UUIDv7 as 32 lower-case hex digits; sorts by creation time. */
export const newId = (): Id => v7().replaceAll('-', '');
