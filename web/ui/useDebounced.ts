import { useEffect, useRef, useState } from 'react';
import { useGoing } from './going.ts';

/** ms after the last key. */
const DEBOUNCE = 500;

const trimmed = (text: string) => text.trim();

/**
 * A text that is typed here and settles elsewhere (the address): `commit` is called once, 500 ms after the last key, or at once by
 * `flush`. A `settled` value that changes by itself (Back, a removed filter) replaces what was typed. `normalise` says what of the
 * typed text counts, so that a space at the end is neither an answer to ask for nor taken away while typing; undefined: it does not
 * settle. Whoever goes elsewhere meanwhile is not called back by it, however long the way takes.
 */
export const useDebounced = (
  settled: string,
  commit: (text: string) => void,
  normalise: (text: string) => string | undefined = trimmed,
) => {
  const [text, setText] = useState(settled);
  const latest = useRef({ commit, normalise, text });
  latest.current = { commit, normalise, text };
  useEffect(() => {
    if (latest.current.normalise(latest.current.text) !== settled) setText(settled);
  }, [settled]);
  const wanted = normalise(text);
  const leaving = useGoing() !== undefined;
  useEffect(() => {
    if (leaving || wanted === undefined || wanted === settled) return;
    const timer = setTimeout(() => latest.current.commit(wanted), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [leaving, wanted, settled]);
  const flush = () => {
    if (wanted !== undefined && wanted !== settled) commit(wanted);
  };
  return { text, setText, flush };
};
