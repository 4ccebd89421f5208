import type { SearchEvent, WayToMatch } from '../listings/savedSearches.ts';
import { formatCents } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';
import type { SentenceFields } from './row.ts';

type Matched = Extract<SearchEvent, { type: 'SearchMatched' }>['data'];

const SAYS: Record<WayToMatch, (price: string) => string> = {
  offered: (price) => `for ${price} matches`,
  reduced: (price) => `is reduced to ${price}, and matches`,
};

/** The fields of the text. */
export const keptOfMatch = ({ how, price, searches }: Matched): SentenceFields => ({ how, price, search: searches[0] });

/** `title`, `search`: quoted, or a replacement. `amount`: matches since its reader looked. */
export const foundText = (
  kept: SentenceFields,
  { title, search, amount }: { title: string; search: string; amount: number },
) => {
  if (amount > 1) return `${amount} new listings match ${search}.`;
  const { how, price } = kept as { how: WayToMatch; price: Cents };
  return `${title} ${SAYS[how](formatCents(price))} ${search}.`;
};
