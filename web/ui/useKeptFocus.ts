import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type Place<E extends HTMLElement> = {
  ref: RefObject<E | null>;
  tabIndex: -1;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
};

/**
 * For a place whose buttons go when they have done their work, such as the row of what was removed: whoever pressed one by key
 * then stands in that place and not at the top of the page. What it gives belongs on the place's element, in the component that
 * holds what is shown there.
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
