type Asked = { result?: unknown; onsuccess?: () => void; onupgradeneeded?: () => void };

/** The part of IndexedDB that our pages use: one store per database, surviving page loads. */
export const memoryIndexedDb = () => {
  const databases = new Map<string, Map<string, unknown>>();
  const storeOf = (name: string): Map<string, unknown> => {
    const store = databases.get(name) ?? new Map<string, unknown>();
    databases.set(name, store);
    return store;
  };
  const connect = (name: string) => ({
    createObjectStore: () => undefined,
    close: () => undefined,
    transaction: () => {
      const transaction: { oncomplete?: () => void; objectStore: () => unknown } = {
        objectStore: () => {
          const store = storeOf(name);
          const answered = (result: unknown): Asked => {
            queueMicrotask(() => transaction.oncomplete?.());
            return { result };
          };
          return {
            getAllKeys: () => answered([...store.keys()]),
            get: (key: string) => answered(store.get(key)),
            put: (value: unknown, key: string) => answered(store.set(key, value) && key),
            delete: (key: string) => answered(store.delete(key) && undefined),
          };
        },
      };
      return transaction;
    },
  });
  return {
    databases,
    open: (name: string): Asked => {
      const opening: Asked = { result: connect(name) };
      queueMicrotask(() => {
        if (!databases.has(name)) opening.onupgradeneeded?.();
        opening.onsuccess?.();
      });
      return opening;
    },
    deleteDatabase: (name: string): Asked => {
      databases.delete(name);
      return {};
    },
  };
};
