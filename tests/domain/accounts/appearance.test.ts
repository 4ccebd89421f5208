import { expect, test } from 'vitest';
import { account } from '#domain/accounts/account.ts';
import { type Appearance, FIRST_APPEARANCE } from '#domain/accounts/appearance.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { AT, command, given, registered, verified } from './accountHistory.ts';

const chosen = (appearance: Appearance | null): AccountEvent => ({
  type: 'AppearanceChosen',
  data: { at: AT, appearance },
});
const byDay = chosen({ ...FIRST_APPEARANCE, palette: 'light' });

test('one thing of the appearance is chosen, the others stay; what is so already changes nothing', () => {
  const light = command({ type: 'ChooseAppearance', choices: { palette: 'light' } });
  given(registered, verified).when(light).emits(byDay);
  given(registered, verified, byDay).when(light).changesNothing();
  given(registered, verified, byDay)
    .when(command({ type: 'ChooseAppearance', choices: { text: 'larger' } }))
    .emits(chosen({ ...FIRST_APPEARANCE, palette: 'light', text: 'larger' }));
});

test('nobody has an appearance to choose before they have registered', () => {
  given()
    .when(command({ type: 'ChooseAppearance', choices: { contrast: 'more' } }))
    .isRejected({ code: 'accountNotFound' });
});

test('what was chosen reads as the first appearance once it is erased', () => {
  const erased = [registered, verified, byDay, chosen(null)].reduce(account.evolve, account.initial);
  expect(erased.appearance).toEqual(FIRST_APPEARANCE);
});
