import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { KeptForms } from '../api/keptForms.ts';
import { currentSession } from '../api/sessionStore.ts';
import { beforeReload } from '../loading/reload.ts';

/** ms after the last change. */
const PAUSE = 400;

type Keeping<Values extends FieldValues, Kept> = {
  form: UseFormReturn<Values>;
  store: KeptForms<Kept>;
  key: string;
  isEmpty: (values: Values) => boolean;
  asKept: (values: Values) => Kept;
  asValues: (kept: Kept) => Values;
  /** An alternative starting point. */
  otherwise?: () => Promise<Kept | undefined>;
  /** Sent or being sent: no longer a draft. */
  sent?: boolean;
};

/**
 * Keeps a form's values in this browser and restores them, except for fields the user has already touched. Browsers
 * that store nothing (private windows) leave the form unchanged.
 */
export const useKeptForm = <Values extends FieldValues, Kept>(keeping: Keeping<Values, Kept>) => {
  const { form, store, key, sent = false } = keeping;
  const [found, setFound] = useState<{ kept?: Kept | undefined; other?: Kept | undefined }>();
  const over = useRef(sent);
  over.current = sent;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const drop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    return store.drop(key).catch(() => undefined);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft
  useEffect(() => {
    let left = false;
    /** This code may load after the form: quick users have already started. */
    const begun = !keeping.isEmpty(form.getValues());
    const save = async () => {
      timer.current = undefined;
      if (over.current) return;
      const now = form.getValues();
      await (keeping.isEmpty(now) ? store.drop(key) : store.keep(key, keeping.asKept(now))).catch(() => undefined);
    };
    const begin = async () => {
      const kept = await store.read(key).catch(() => undefined);
      const other = kept ? undefined : await keeping.otherwise?.().catch(() => undefined);
      if (left) return;
      const first = kept ?? other;
      if (first) form.reset(keeping.asValues(first), { keepDirtyValues: true, keepDefaultValues: true });
      if (begun) void save();
      setFound({ kept, other });
    };
    void begin();
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE);
    });
    const forgetReload = beforeReload(save);
    return () => {
      left = true;
      unsubscribe();
      forgetReload();
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      const session = currentSession();
      // After signing out, store nothing; after any other end, the draft stays for its owner.
      if (!('ended' in session) || session.ended) void save();
    };
  }, [key]);

  return {
    found,
    /** Deletes the draft. */
    forget: drop,
    startOver: async (empty: Values) => {
      form.reset(empty);
      setFound(undefined);
      await drop();
    },
  };
};
