/** px between a message and what it must not cover. */
const GAP = 8;
/** px from the window's edge without a dialog. */
const USUAL = 24;
/** px by which each stacked message shows. */
const PEEK = 14;

type Edges = { top: number; bottom: number };

export type OverDialog = {
  dialog: Edges;
  /** Bottom of the dialog's head. */
  head: number;
  /** Top of the dialog's actions. */
  end: number;
  /** The focused field. */
  focus?: Edges | undefined;
  window: number;
};

/**
 * Top in px for messages of this height: above the dialog if there is room, else below it, else below its title, or
 * above its actions if they would cover the focused field.
 */
export const messagesTop = (height: number, { dialog, head, end, focus, window }: OverDialog): number => {
  const needed = height + 2 * GAP;
  if (dialog.top >= needed) return Math.min(USUAL, dialog.top - height - GAP);
  if (window - dialog.bottom >= needed) return dialog.bottom + GAP;
  const [below, before] = [Math.max(GAP, head + GAP), Math.min(end, window) - height - GAP];
  const isCovered = focus !== undefined && focus.top < below + height && focus.bottom > below;
  return isCovered ? Math.max(GAP, before) : below;
};

const heightOf = (messages: NodeListOf<HTMLElement>): number =>
  Math.max(0, ...[...messages].map(({ offsetHeight }) => offsetHeight)) + PEEK * Math.max(0, messages.length - 1);

const placeOf = (dialog: Element): OverDialog => {
  const title = dialog.querySelector('h1, h2, h3') ?? dialog;
  const head = title.closest('.dialog-head') ?? title;
  const end = dialog.querySelector('.checkout-bar, .dialog-actions');
  const field = document.activeElement?.matches('input, select, textarea') && dialog.contains(document.activeElement);
  const edges = dialog.getBoundingClientRect();
  return {
    dialog: edges,
    head: head.getBoundingClientRect().bottom,
    end: end?.getBoundingClientRect().top ?? edges.bottom,
    focus: field ? document.activeElement?.getBoundingClientRect() : undefined,
    window: innerHeight,
  };
};

/** Until stopped, keeps messages off the title and actions of the topmost dialog. */
export const keepFromDialogs = (): (() => void) => {
  const { style } = document.documentElement;
  let frame = 0;
  const look = (): void => {
    frame = requestAnimationFrame(look);
    const dialog = [...document.querySelectorAll('.scrim [role="dialog"], .scrim [role="alertdialog"]')].at(-1);
    if (!dialog) return;
    const top = `${Math.round(messagesTop(heightOf(document.querySelectorAll('[data-sonner-toast]')), placeOf(dialog)))}px`;
    if (style.getPropertyValue('--messages-top') !== top) style.setProperty('--messages-top', top);
  };
  look();
  return () => cancelAnimationFrame(frame);
};
