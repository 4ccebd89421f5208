/** px between a message and what it must not lie over. */
const GAP = 8;
/** px from the edge of the window, where no dialog is in the way. */
const USUAL = 24;
/** px by which each message more looks out from behind the first. */
const PEEK = 14;

type Edges = { top: number; bottom: number };

/**
 * Px from the upper edge of the window: above a dialog where messages have room, else below it, else between its head and what is pressed
 * at its end. `head`: the lower edge of its title.
 */
export const messagesTop = (height: number, dialog: Edges, head: number, windowHeight: number): number => {
  const needed = height + 2 * GAP;
  if (dialog.top >= needed) return Math.min(USUAL, dialog.top - height - GAP);
  if (windowHeight - dialog.bottom >= needed) return dialog.bottom + GAP;
  return Math.max(GAP, head + GAP);
};

const heightOf = (messages: NodeListOf<HTMLElement>): number =>
  Math.max(0, ...[...messages].map(({ offsetHeight }) => offsetHeight)) + PEEK * Math.max(0, messages.length - 1);

/** As long as it is not ended it keeps messages from the title of the uppermost dialog, and from its end, however either moves. */
export const keepFromDialogs = (): (() => void) => {
  const { style } = document.documentElement;
  let frame = 0;
  const look = (): void => {
    frame = requestAnimationFrame(look);
    const dialog = [...document.querySelectorAll('.scrim [role="dialog"], .scrim [role="alertdialog"]')].at(-1);
    if (!dialog) return;
    const head = dialog.querySelector('h1, h2, h3') ?? dialog;
    const messages = document.querySelectorAll<HTMLElement>('[data-sonner-toast]');
    const top = messagesTop(
      heightOf(messages),
      dialog.getBoundingClientRect(),
      (head.closest('.dialog-head') ?? head).getBoundingClientRect().bottom,
      innerHeight,
    );
    const said = `${Math.round(top)}px`;
    if (style.getPropertyValue('--messages-top') !== said) style.setProperty('--messages-top', said);
  };
  look();
  return () => cancelAnimationFrame(frame);
};
