import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { DRAFT } from '../api/drafts.ts';
import { useUser } from '../api/session.tsx';
import { currentSession } from '../api/sessionStore.ts';
import { beforeReload } from '../loading/reload.ts';

type Kept<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'formState'>;

/**
 * Keeps a form's text over the reload for a new version, in this tab, once. `of`: the form's name on the page.
 * Longer drafts use `useKeptWords`; passwords and bank details are never kept.
 */
export const useKeptOverReload = <Values extends FieldValues>(form: Kept<Values>, of: string): void => {
  const key = `${DRAFT}${useUser()._id}:${window.location.pathname}:${of}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (kept !== null)
      for (const [name, typed] of Object.entries(JSON.parse(kept) as Values))
        form.setValue(name as Path<Values>, typed, { shouldDirty: true });
    return beforeReload(() => {
      const typed = JSON.stringify(form.getValues());
      if (typed !== JSON.stringify(form.formState.defaultValues)) sessionStorage.setItem(key, typed);
    });
  }, [key]);
};

/** A visitor's draft. Each page load deletes drafts of other accounts, and all of them when nobody is signed in. */
const VISITOR = 'typed:';

const keyOf = (of: string): string => {
  const session = currentSession();
  const whose = session.status === 'anonymous' ? VISITOR : `${DRAFT}${session.user._id}:`;
  return `${whose}${window.location.pathname}:${of}`;
};

/** `useState` for typed text that outlives the reload, once. `forKeeping` removes what must not be stored. */
export const useTyped = <Typed>(of: string, begun: Typed, forKeeping: (typed: Typed) => Typed = (typed) => typed) => {
  const [key] = useState(() => keyOf(of));
  const [typed, setTyped] = useState<Typed>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? begun : JSON.parse(kept);
  });
  const now = useRef(typed);
  now.current = typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    sessionStorage.removeItem(key);
    return beforeReload(() => {
      const text = JSON.stringify(forKeeping(now.current));
      if (text !== JSON.stringify(begun)) sessionStorage.setItem(key, text);
    });
  }, [key]);
  return [typed, setTyped] as const;
};
