import { useEffect } from 'react';
import { Toaster as Region, useSonner } from 'sonner';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { keepFromDialogs } from './messagePlace.ts';

/** px to dismiss by swiping; the library also accepts 0.11 px/ms. */
const SWIPED_AWAY = 20;
/** px: the library's own fixed threshold. */
const LET_GO = 45;

/** Scales the swipe before the library sees the release, so our threshold applies. */
const letGoSooner = ({ target }: PointerEvent): void => {
  const message = target instanceof Element && target.closest<HTMLElement>('[data-sonner-toast]');
  if (!message) return;
  for (const property of ['--swipe-amount-x', '--swipe-amount-y']) {
    const moved = Number.parseFloat(message.style.getPropertyValue(property));
    if (Math.abs(moved) >= SWIPED_AWAY && Math.abs(moved) < LET_GO)
      message.style.setProperty(property, `${Math.sign(moved) * LET_GO}px`);
  }
};

/** Toasts contain no controls. As a tab stop the region would trap the focus; Alt+T still reaches it. */
const passOver = (mark: HTMLElement | null): void => {
  mark?.closest('[data-sonner-toast]')?.setAttribute('tabindex', '-1');
};
const Mark = ({ name }: { name: IconName }) => (
  <span className="toast-mark" ref={passOver}>
    <Icon name={name} />
  </span>
);

/** Top centre: 4000 ms, three visible, gap 14, width 356 (at most 500), Alt+T. */
export const ToastRegion = ({ onMount }: { onMount: () => void }) => {
  useEffect(() => {
    document.addEventListener('pointerup', letGoSooner, { capture: true });
    return () => document.removeEventListener('pointerup', letGoSooner, { capture: true });
  }, []);
  useEffect(onMount, [onMount]);
  const isSaying = useSonner().toasts.length > 0;
  useEffect(() => (isSaying ? keepFromDialogs() : undefined), [isSaying]);
  return (
    <Region
      position="top-center"
      duration={4000}
      visibleToasts={3}
      gap={14}
      hotkey={['altKey', 'KeyT']}
      style={{ maxWidth: 500, fontFamily: 'var(--font-sans)' }}
      containerAriaLabel="Messages"
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', error: 'bad', info: 'info', title: 'toast-title', description: 'toast-text' },
      }}
      icons={{ success: <Mark name="check" />, error: <Mark name="warning" />, info: <Mark name="info" /> }}
    />
  );
};
