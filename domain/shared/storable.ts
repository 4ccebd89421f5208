/** NUL, and halves of surrogate pairs: no keyboard writes them and PostgreSQL keeps neither, so one of them in an event would stop its readers. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Where a value, looked through to any depth, holds text that cannot be kept: `address.city`; undefined where all of it can. */
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

/** Its beginning, in UTF-16 units at most so many; of a sign that would be cut in two, nothing. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/\p{Cs}$/u, '');
