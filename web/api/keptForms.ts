import { KEPT_FORMS } from './drafts.ts';

const STORE = 'listings';

export type KeptForms<Kept> = {
  read: (key: string) => Promise<Kept | undefined>;
  keep: (key: string, kept: Kept) => Promise<void>;
  drop: (key: string) => Promise<void>;
};

export const within = <Answer>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Answer>) =>
  new Promise<Answer>((resolve, reject) => {
    const opening = indexedDB.open(KEPT_FORMS, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      // Signing out deletes the database, which waits for open connections.
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

/** Form drafts in this browser, with their files, by key. */
export const keptForms = <Kept>(): KeptForms<Kept> => ({
  read: (key) => within('readonly', (store) => store.get(key)),
  keep: async (key, kept) => {
    await within('readwrite', (store) => store.put(kept, key));
  },
  drop: async (key) => {
    await within('readwrite', (store) => store.delete(key));
  },
});
