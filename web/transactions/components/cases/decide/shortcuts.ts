import { firstField } from '../../../../ui/firstField.ts';
import type { Choice } from './division.ts';

/** Keys of buttons on a case; `aria-keyshortcuts` of a button names its key. */
export const SHORTCUTS = { confirm: 'c', reject: 'r', counter: 'p', insert: 'i' } as const;

const DECISION = 'decision';

/** For the panel to which “To the decision” leads. */
export const DECISION_TARGET = { id: DECISION, tabIndex: -1 } as const;

const inDecision = <E extends HTMLElement>(selector: string): E | null =>
  document.querySelector<E>(`.case-actions ${selector}`);

/** Presses the button of this key, if the case has it. A menu opens as by its own key. */
export const pressShortcut = (key: string): void => {
  const button = inDecision<HTMLButtonElement>(`[aria-keyshortcuts="${key}"]`);
  if (!button || button.disabled) return;
  button.scrollIntoView({ block: 'nearest' });
  button.focus();
  if (button.getAttribute('aria-haspopup') === 'menu')
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  else button.click();
};

export const focusDecision = (): void => {
  const form = inDecision('.decide');
  form?.scrollIntoView({ block: 'nearest' });
  if (form) (firstField(form) ?? form.querySelector<HTMLElement>('button'))?.focus();
};

/** Chooses an outcome and goes on to the amount of a part, or to the rationale. */
export const choose = (outcome: Choice): void => {
  inDecision(`.decide input[type="radio"][value="${outcome}"]`)?.click();
  // the amount appears with the choice
  setTimeout(() => {
    const amount = outcome === 'part' ? inDecision<HTMLInputElement>('.decide input[name="toBuyer"]') : null;
    (amount ?? inDecision('.decide textarea'))?.focus();
    amount?.select();
  });
};

/** Without a change of the address, which the router would follow. */
export const jumpToDecision = (event: { preventDefault: () => void }): void => {
  event.preventDefault();
  const panel = document.getElementById(DECISION);
  panel?.scrollIntoView({ block: 'start' });
  panel?.focus({ preventScroll: true });
};

export const DECISION_ADDRESS = `#${DECISION}`;
