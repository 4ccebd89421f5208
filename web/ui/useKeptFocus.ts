import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type Place<E extends HTMLElement> = {
  ref: RefObject<E | null>;
  tabIndex: -1;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
};

/**
 * For places whose buttons disappear after use: moves the focus to the place instead of the page's top. Spread the
 * result on the place's element.
 */
export const useKeptFocus = <E extends HTMLElement = HTMLDivElement>(): Place<E> => {
  const ref = useRef<E>(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) ref.current?.focus();
  });
  const tell = (within: boolean) => () => {
    held.current = within;
  };
  return { ref, tabIndex: -1, onFocus: tell(true), onBlur: tell(false) };
};
