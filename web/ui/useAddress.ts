import { useSearchParams } from 'react-router-dom';

/** State in the query string, for sharing and Back; empty values are removed, and a new filter resets the page. */
export const useAddress = () => {
  const [search, setSearch] = useSearchParams();
  return {
    of: (name: string): string => search.get(name) ?? '',
    page: Math.max(1, Number(search.get('page')) || 1),
    change: (changes: Record<string, string>, { replace = true } = {}) =>
      setSearch(
        (before) => {
          before.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value) before.set(name, value);
            else before.delete(name);
          }
          return before;
        },
        { replace },
      ),
  };
};
