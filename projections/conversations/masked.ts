import { MASK, type Sight } from '#domain/access/mask.ts';
import { shownContent } from './queries.ts';
import type { MessageRow } from './row.ts';

/** A message as somebody may read it. What is erased says so to everybody. */
export const messageFor = (
  sight: Sight,
  message: Pick<MessageRow, 'content' | 'image'>,
  imageUrl: () => string,
): { content: string; imageUrl: string | null } => {
  const erased = message.content === null && message.image === null;
  if (sight === 'clear' || erased) return { content: shownContent(message), imageUrl: message.image && imageUrl() };
  return { content: MASK, imageUrl: null };
};
