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

/** Whether the form around is being sent: its submit button shows that. */
export const useSubmitting = (): boolean => useContext(Submitting);

/** One turn of the event loop: what a form finds wrong by itself is found within it. */
const turn = () => new Promise<'pending'>((resolve) => setTimeout(resolve, 0, 'pending'));

const takesFocus = (element: HTMLElement | null | undefined): element is HTMLElement =>
  element?.isConnected === true && !element.matches(':disabled');

type FormProps = {
  /** While its promise is pending all fields and buttons inside are disabled, and no second submit comes through. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<unknown>;
  /** The focus is inside: what its rules need may come now. */
  onTouch?: () => void;
  className?: string;
  autoComplete?: 'on' | 'off';
  /** What takes the focus afterwards, if not a field that is wrong. Otherwise what had it before. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
};

/**
 * The only form of the application. A disabled field loses the focus, so the form holds it meanwhile, and afterwards gives it to
 * the first wrong field, or back.
 */
export const Form = ({ onSubmit, onTouch, className, autoComplete, focusAfter, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const focused = useRef<HTMLElement>(null);
  // what begins and ends before it is drawn is a change as well: the focus is to be given back
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
    // A dialog stands beside its page in the document, but inside it for React.
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
