import type { ReactNode } from 'react';
import { untilItComes } from './untilItComes.ts';

/** The messages at the top of the screen. The library comes with the first one, so that no page waits for it. */
const library = () => untilItComes(() => import('sonner'));

let mount: (() => Promise<void>) | undefined;

/** Called once by <Toaster>: how to have the region on the page before the first message. */
export const whenNeeded = (ready: () => Promise<void>): void => {
  mount = ready;
};

type Kind = 'success' | 'error' | 'info';

const show = async (kind: Kind, message: ReactNode, description?: string): Promise<void> => {
  const [{ toast: sonner }] = await Promise.all([library(), mount?.()]);
  sonner[kind](message, description === undefined ? {} : { description });
};

const say = (kind: Kind) => (message: ReactNode, description?: string) => {
  void show(kind, message, description);
};

export const toast = { success: say('success'), error: say('error'), info: say('info') };
