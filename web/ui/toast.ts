import type { ReactNode } from 'react';
import { untilItComes } from '../loading/untilItComes.ts';

/** Messages at the top of the screen. The library loads with the first one. */
const library = () => untilItComes(() => import('sonner'));

let mount: (() => Promise<void>) | undefined;

/** Registered once by <Toaster>: puts the region on the page before the first message. */
export const whenNeeded = (ready: () => Promise<void>): void => {
  mount = ready;
};

type Kind = 'success' | 'error' | 'info';

export type Plain = { kind: Kind; message: ReactNode; description: string | undefined };

/** ms to wait for the library; then <Toaster> shows the message itself, twice as long. */
const LATE = 1_000;
const SHOWN = 8_000;

let plain: readonly Plain[] = [];
const listeners = new Set<() => void>();

const become = (next: readonly Plain[]): void => {
  plain = next;
  for (const listener of listeners) listener();
};

export const subscribeToPlain = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const plainMessages = (): readonly Plain[] => plain;

const show = async (kind: Kind, message: ReactNode, description?: string): Promise<void> => {
  const said: Plain = { kind, message, description };
  const takeBack = () => become(plain.filter((other) => other !== said));
  let isOver = false;
  let timer = setTimeout(() => {
    become([...plain, said]);
    timer = setTimeout(() => {
      isOver = true;
      takeBack();
    }, SHOWN);
  }, LATE);
  const [{ toast: sonner }] = await Promise.all([library(), mount?.()]);
  clearTimeout(timer);
  if (isOver) return;
  takeBack();
  sonner[kind](message, description === undefined ? {} : { description });
};

const say = (kind: Kind) => (message: ReactNode, description?: string) => {
  void show(kind, message, description);
};

export const toast = { success: say('success'), error: say('error'), info: say('info') };
