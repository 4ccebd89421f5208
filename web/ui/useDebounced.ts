import { useEffect, useRef, useState } from 'react';
import { useLater } from './useLater.ts';

/** ms after the last keystroke. */
const DEBOUNCE = 500;

const trimmed = (text: string) => text.trim();

/**
 * Text that is committed to the address 500 ms after the last keystroke, or by `flush`. A changed `settled` value
 * (Back, a removed filter) replaces the text. `normalise` returns the committed form, or undefined to commit
 * nothing; trailing spaces stay while typing. A late commit never navigates back to a page that was left.
 */
export const useDebounced = (
  settled: string,
  commit: (text: string) => void,
  normalise: (text: string) => string | undefined = trimmed,
) => {
  const [text, setText] = useState(settled);
  const latest = useRef({ normalise, text });
  latest.current = { normalise, text };
  useEffect(() => {
    if (latest.current.normalise(latest.current.text) !== settled) setText(settled);
  }, [settled]);
  const wanted = normalise(text);
  const flush = () => {
    if (wanted !== undefined && wanted !== settled) commit(wanted);
  };
  useLater(wanted === settled ? undefined : wanted, flush, DEBOUNCE);
  return { text, setText, flush };
};
