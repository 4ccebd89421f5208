import type { Endpoint } from './endpoint.ts';

/** `/transaction/{id}` → `/transaction/:id`. */
export const expressPath = (path: string): string => `/${path.replace(/^\/+/, '').replace(/\{(\w+)\}/g, ':$1')}`;

/** The specification spells some paths in two ways; both first segments work. */
const TWINS: Record<string, string> = {
  user: 'users',
  users: 'user',
  transaction: 'transactions',
  transactions: 'transaction',
  listing: 'listings',
  listings: 'listing',
};

const twinOf = (path: string): string | undefined => {
  const [first = '', ...rest] = path.replace(/^\/+/, '').split('/');
  const twin = TWINS[first];
  return twin === undefined ? undefined : [twin, ...rest].join('/');
};

/** All paths of an endpoint: its own, its aliases, then their twins. */
export const spellings = ({ path, aliases = [] }: Pick<Endpoint, 'path' | 'aliases'>): string[] => {
  const declared = [path, ...aliases].map((spelling) => spelling.replace(/^\/+/, ''));
  return [...new Set([...declared, ...declared.flatMap((spelling) => twinOf(spelling) ?? [])])];
};

const segments = (path: string): string[] => path.split('/');

type Route = { path: string; index: number };

/** Fixed segments come before parameters (`listings/user` before `listings/{id}`), declared spellings before derived ones. */
export const byPrecedence = (a: Route, b: Route): number => {
  const [left, right] = [segments(a.path), segments(b.path)];
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const one = left[place]?.startsWith('{') ? 1 : 0;
    const other = right[place]?.startsWith('{') ? 1 : 0;
    if (one !== other) return one - other;
  }
  return a.index - b.index;
};
