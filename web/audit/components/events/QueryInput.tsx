import { type InputHTMLAttributes, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { untilItComes } from '../../../loading/untilItComes.ts';
import { classes } from '../../../ui/classes.ts';
import type { Completions, Grammar, Known } from './completions.ts';

type Complete = typeof import('./completions.ts').completionsAt;

type QueryInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'value'> & {
  ref: Ref<HTMLInputElement>;
  grammar: Grammar;
  known: Known;
  value: string;
  onText: (text: string) => void;
};

const NONE: Completions = { from: 0, to: 0, options: [] };

const said = ({ options: { length } }: Completions): string =>
  length === 0 ? '' : `${length} ${length === 1 ? 'suggestion' : 'suggestions'}. Arrow down to choose.`;

/**
 * A query as text, with suggestions below it. Nothing is chosen until an arrow key chooses, so that Enter searches what was typed; Tab and
 * Escape leave it as it is.
 */
export const QueryInput = ({ ref, grammar, known, value, onText, className, ...rest }: QueryInputProps) => {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [complete, setComplete] = useState<{ at: Complete }>();
  const [found, setFound] = useState(NONE);
  const [at, setAt] = useState(-1);
  const caret = useRef<number | undefined>(undefined);
  const { options } = found;
  const close = () => {
    setFound(NONE);
    setAt(-1);
  };
  const suggest = (text: string, place: number) => {
    setFound(complete?.at(text, place, { grammar, known, now: Date.now() }) ?? NONE);
    setAt(-1);
  };
  const load = () => {
    if (!complete)
      void untilItComes(() => import('./completions.ts')).then(({ completionsAt }) =>
        setComplete({ at: completionsAt }),
      );
  };
  const accept = (index: number) => {
    const option = options[index];
    if (!option) return;
    const isField = option.value.endsWith(':');
    const written = isField ? option.value : `${option.value} `;
    const after = value.slice(found.to);
    const text = `${value.slice(0, found.from)}${written}${isField ? after : after.replace(/^ /, '')}`;
    caret.current = found.from + written.length;
    onText(text);
    if (isField) suggest(text, caret.current);
    else close();
  };
  // typed while the code was on its way
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come
  useEffect(() => {
    const field = box.current?.querySelector('input');
    if (complete && value !== '' && field && field === document.activeElement)
      suggest(value, field.selectionStart ?? value.length);
  }, [complete]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the text that a choice has written
  useEffect(() => {
    if (caret.current === undefined) return;
    box.current?.querySelector('input')?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    const isOpen = options.length > 0;
    const act: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: isOpen
        ? () => setAt((at + 1) % options.length)
        : () => suggest(value, currentTarget.selectionStart ?? value.length),
      ArrowUp: isOpen ? () => setAt(at <= 0 ? options.length - 1 : at - 1) : undefined,
      Enter: at >= 0 ? () => accept(at) : undefined,
      Escape: isOpen ? close : undefined,
    };
    const does = act[key];
    if (key === 'Enter' && !does) close();
    if (!does || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <div ref={box} className="query-input">
      <input
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        {...rest}
        ref={ref}
        className={classes('input', className)}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        value={value}
        onChange={({ target }) => {
          onText(target.value);
          suggest(target.value, target.selectionStart ?? target.value.length);
        }}
        onFocus={load}
        onBlur={close}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={options.length === 0}>
        {options.map(({ value: option, words }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={option}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => accept(index)}
          >
            <b className="mono">{option}</b> <span className="muted">{words}</span>
          </div>
        ))}
      </div>
      <span className="sr-only" role="status">
        {said(found)}
      </span>
    </div>
  );
};
