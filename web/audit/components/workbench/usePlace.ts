import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLater } from '../../../ui/useLater.ts';
import { type Zone, zoneIn } from './zones.ts';

export const VIEWS = ['compact', 'all', 'json'] as const;
export type View = (typeof VIEWS)[number];

/**
 * The state of the screen in its address. `e`: the chosen event, the only one whose data can be open. `a`, `b`: the handles; the panel of
 * changes compares them. A handle that is null follows the event.
 */
export type Place = {
  e: number | null;
  /** The data of the chosen event is open. */
  open: boolean;
  a: number | null;
  b: number | null;
  q: string;
  tz: Zone;
  view: View;
  side: 'moment' | 'chart';
  compare: string;
};

/** While somebody scrubs, the address waits. */
const ADDRESS_PAUSE = 200;

const numberIn = (text: string | null): number | null => (text && /^\d+$/.test(text) ? Number(text) : null);

/** `at` is the event in links of earlier releases. */
const placeIn = (search: URLSearchParams): Place => ({
  e: numberIn(search.get('e')) ?? numberIn(search.get('at')),
  open: search.get('open') === '1',
  a: numberIn(search.get('a')),
  b: numberIn(search.get('b')),
  q: search.get('q') ?? '',
  tz: zoneIn(search.get('tz') ?? ''),
  view: VIEWS.find((view) => view === search.get('view')) ?? 'all',
  side: search.get('side') === 'chart' ? 'chart' : 'moment',
  compare: search.get('with') ?? '',
});

const written = ({ e, open, a, b, q, tz, view, side, compare }: Place): string => {
  const entries = { e, open: open ? '1' : '', a, b, q, tz: tz === 'utc' ? '' : tz, view: view === 'all' ? '' : view };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...entries, side: side === 'chart' ? side : '', with: compare }))
    if (value !== null && value !== '') search.set(name, String(value));
  return search.toString();
};

/** `jump`: Back returns to the place before; steps and drags replace it. */
export type MoveTo = (changes: Partial<Place>, how?: 'jump') => void;

/** The place on the screen. It moves at once; the address follows, so that every moment can be shared. */
export const usePlace = (): { place: Place; move: MoveTo } => {
  const [search, setSearch] = useSearchParams();
  const [{ place, isJump }, setPlace] = useState(() => ({ place: placeIn(search), isJump: false }));
  const address = search.toString();
  const last = useRef(address);

  // a link, or Back
  useEffect(() => {
    if (address === last.current) return;
    last.current = address;
    setPlace({ place: placeIn(new URLSearchParams(address)), isJump: false });
  }, [address]);

  const next = written(place);
  useLater(
    next === written(placeIn(new URLSearchParams(last.current))) ? undefined : next,
    () => {
      last.current = next;
      setSearch(new URLSearchParams(next), { replace: !isJump, preventScrollReset: true });
      setPlace((now) => ({ ...now, isJump: false }));
    },
    ADDRESS_PAUSE,
  );

  const move = useCallback<MoveTo>(
    (changes, how) =>
      setPlace((now) => {
        const after = { ...now.place, ...changes };
        return { place: after, isJump: now.isJump || (how === 'jump' && after.e !== now.place.e) };
      }),
    [],
  );
  return { place, move };
};
