import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Circumstances, Who } from '#domain/access/right.ts';
import { personalIn, sightOfField } from '#domain/audit/sight.ts';
import { isSealed } from './personalData.ts';

/**
 * Whether the bytes of a stored event tell its reader more than they may read: a field that is encrypted today stood in clear in an
 * earlier version of it. What is proven by its hash is shown whole or not at all.
 */
export const exposesPlaintext = (
  { type, data }: Pick<StoredEvent, 'type' | 'data'>,
  who: readonly Who[],
  circumstances: Circumstances,
): boolean =>
  personalIn(type).some(
    (field) =>
      data[field] != null && !isSealed(data[field]) && sightOfField(type, field, who, circumstances) !== 'clear',
  );
