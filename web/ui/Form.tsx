import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const Submitting = createContext(false);

/** Whether the surrounding form is being sent, for its submit button. */
export const useSubmitting = (): boolean => useContext(Submitting);

/** One event-loop turn: client-side validation finishes within it. */
const turn = () => new Promise<'pending'>((resolve) => setTimeout(resolve, 0, 'pending'));

const takesFocus = (element: HTMLElement | null | undefined): element is HTMLElement =>
  element?.isConnected === true && !element.matches(':disabled');

type FormProps = {
  /** While its promise is pending, all fields are disabled and a second submit is ignored. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<unknown>;
  /** Called on the first focus inside, to load what validation needs. */
  onTouch?: () => void;
  className?: string;
  autoComplete?: 'on' | 'off';
  /** Takes the focus afterwards unless a field is invalid; by default the previous element. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
};

/**
 * The only form component. Disabled fields lose the focus, so the form holds it and then moves it to the first
 * invalid field, or back.
 */
export const Form = ({ onSubmit, onTouch, className, autoComplete, focusAfter, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const focused = useRef<HTMLElement>(null);
  // also for a submit that ends before the next paint: the focus must return
  const [state, setState] = useState({ submitting: false });
  const { submitting } = state;
  const hold = () => {
    const { activeElement } = document;
    focused.current = form.current?.contains(activeElement) ? (activeElement as HTMLElement) : null;
    if (focused.current) form.current?.focus({ preventScroll: true });
    setState({ submitting: true });
  };
  useLayoutEffect(() => {
    const before = focused.current;
    if (state.submitting || !before) return;
    focused.current = null;
    const { activeElement } = document;
    if (activeElement !== form.current && activeElement !== document.body) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const first = form.current?.querySelector<HTMLElement>('input:not([hidden]), textarea, select');
    [wrong, focusAfter?.current, before, first].find(takesFocus)?.focus();
  }, [state, focusAfter]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In the DOM a dialog is outside its page, but React bubbles its events here.
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    try {
      const sent = onSubmit(event);
      if ((await Promise.race([sent, turn()])) === 'pending') hold();
      await sent;
    } finally {
      sending.current = false;
      setState({ submitting: false });
    }
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      onFocus={onTouch}
      className={className}
      autoComplete={autoComplete}
      tabIndex={-1}
      aria-busy={submitting || undefined}
      noValidate
    >
      <fieldset className="form-fields" role="presentation" disabled={submitting}>
        <Submitting value={submitting}>{children}</Submitting>
      </fieldset>
    </form>
  );
};
