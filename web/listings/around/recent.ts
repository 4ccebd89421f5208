import type { Listing } from '#application/contract/listings.ts';
import { VIEWED } from '../../api/drafts.ts';

/** What is kept of a listing that was looked at: nothing that changes, such as its price. */
export type Viewed = { id: string; title: string; image: Listing['images'][number] | null };

const MOST = 12;

const isViewed = (one: unknown): one is Viewed =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  typeof one.id === 'string' &&
  'title' in one &&
  typeof one.title === 'string';

/** Last looked at first; whatever else has come to stand there is nothing. */
export const viewedBefore = (): Viewed[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(VIEWED) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isViewed) : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
};

export const viewedOf = ({ _id: id, title, images }: Listing): Viewed => ({ id, title, image: images[0] ?? null });

/** In this browser alone, and no longer than until somebody signs out. */
export const keepViewed = (listing: Listing): void => {
  const others = viewedBefore().filter((one) => one.id !== listing._id);
  const viewed = [viewedOf(listing), ...others].slice(0, MOST);
  try {
    localStorage.setItem(VIEWED, JSON.stringify(viewed));
  } catch (error) {
    // a full storage: it is a convenience
    if (!(error instanceof DOMException)) throw error;
  }
};

export const forgetViewed = (): void => localStorage.removeItem(VIEWED);
