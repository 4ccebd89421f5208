/** NUL and lone surrogates. PostgreSQL cannot store them, so an event with one would stop its readers. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** The path of the first text that cannot be stored, such as `address.city`; undefined if there is none. */
export const unstorable = (value: unknown): string | undefined => {
  const left: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = left.pop(); next; next = left.pop()) {
    if (typeof next.value === 'string' && UNSTORABLE.test(next.value)) return next.path;
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value)) {
      const path = next.path === '' ? key : `${next.path}.${key}`;
      if (UNSTORABLE.test(key)) return path;
      left.push({ path, value: inner });
    }
  }
  return undefined;
};

/** The first `most` UTF-16 units, without splitting a surrogate pair. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/\p{Cs}$/u, '');
