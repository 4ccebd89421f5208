import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Circumstances, Who } from '#domain/access/right.ts';
import { personalIn, sightOfField } from '#domain/audit/sight.ts';
import { isSealed } from './personalData.ts';

/**
 * Whether the stored bytes of an event show its reader too much: an earlier version may hold a field in clear that is
 * encrypted today. An event proven by its hash can only be shown whole.
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
