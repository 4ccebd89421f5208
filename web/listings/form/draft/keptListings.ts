import { LISTING_DRAFTS } from '../../../api/drafts.ts';
import { currentSession } from '../../../api/sessionStore.ts';
import type { Cropped } from '../../photos/photoRules.ts';
import type { ListingForm } from '../useListingForm.ts';

const STORE = 'listings';

/** What was typed and chosen. Photos go as files: what shows them belongs to the page. */
export type KeptListing = {
  at: number;
  fields: Omit<ListingForm, 'photos'>;
  files: File[];
  /** Of each file; a draft of before there was cropping has none. */
  cropped?: (Cropped | undefined)[];
};

/** One for each account and, where a listing is to be sold again, for that. */
export const draftKey = (from?: string): string => {
  const session = currentSession();
  const account = session.status === 'anonymous' ? '' : session.user._id;
  return from ? `${account}:${from}` : account;
};

const within = <Answer>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Answer>) =>
  new Promise<Answer>((resolve, reject) => {
    const opening = indexedDB.open(LISTING_DRAFTS, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      // At sign-out the whole of it is deleted, which waits for whoever has it open.
      database.onversionchange = () => database.close();
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
    };
  });

export const keptListing = (key: string): Promise<KeptListing | undefined> =>
  within('readonly', (store) => store.get(key));

export const keepListing = async (key: string, listing: KeptListing): Promise<void> => {
  await within('readwrite', (store) => store.put(listing, key));
};

export const dropListing = async (key: string): Promise<void> => {
  await within('readwrite', (store) => store.delete(key));
};
