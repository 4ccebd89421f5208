import { v7 } from 'uuid';
import type { Id } from '#domain/shared/ids.ts';

/** A fresh UUIDv7 as 32 lower-case hex digits: ids made later sort later. */
export const newId = (): Id => v7().replaceAll('-', '');
