import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Inside the hint of a text area: counts the last tenth of its limit. Beyond it, shows an error and stops its form. */
export const TextLimit = ({ most }: { most: number }) => {
  const place = useRef<HTMLSpanElement>(null);
  const [left, setLeft] = useState(most);
  const fieldOf = () => place.current?.closest('.field')?.querySelector('textarea');
  // a form can write into the field without an event
  useLayoutEffect(() => {
    const field = fieldOf();
    if (!field) return;
    setLeft(most - field.value.length);
    if (left < 0) field.setAttribute('aria-invalid', 'true');
    else if (field.dataset.long) field.removeAttribute('aria-invalid');
    if (left < 0) field.dataset.long = 'true';
    else delete field.dataset.long;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field stays the same
  useEffect(() => {
    const field = fieldOf();
    if (!field) return;
    const measure = () => setLeft(most - field.value.length);
    const stop = (event: Event) => {
      if (field.value.length <= most) return;
      event.preventDefault();
      event.stopPropagation();
      field.focus();
    };
    const { form } = field;
    field.addEventListener('input', measure);
    form?.addEventListener('submit', stop, true);
    return () => {
      field.removeEventListener('input', measure);
      form?.removeEventListener('submit', stop, true);
    };
  }, [most]);
  return (
    <span ref={place}>
      {left <= most / 10 && <span className="num nowrap">Characters left: {left.toLocaleString('en-GB')}</span>}
      {left < 0 && (
        <span className="error" role="alert">
          Please shorten this text to {most.toLocaleString('en-GB')} characters
        </span>
      )}
    </span>
  );
};
