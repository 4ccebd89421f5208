import type { Listing } from '#application/contract/listings.ts';
import { VIEWED } from '../../../api/drafts.ts';

/** Only details that do not change, so no price. */
export type Viewed = { id: string; title: string; image: Listing['images'][number] | null };

const MOST = 12;

const isViewed = (one: unknown): one is Viewed =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  typeof one.id === 'string' &&
  'title' in one &&
  typeof one.title === 'string';

/** Newest first; malformed stored entries are dropped. */
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

/** Stored in this browser only, until somebody signs out. */
export const keepViewed = (listing: Listing): void => {
  const others = viewedBefore().filter((one) => one.id !== listing._id);
  const viewed = [viewedOf(listing), ...others].slice(0, MOST);
  try {
    localStorage.setItem(VIEWED, JSON.stringify(viewed));
  } catch (error) {
    // storage is full: recently viewed is only a convenience
    if (!(error instanceof DOMException)) throw error;
  }
};

export const forgetViewed = (): void => localStorage.removeItem(VIEWED);
