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

test('changes one setting and keeps the others; an unchanged choice writes nothing', () => {
  const light = command({ type: 'ChooseAppearance', choices: { palette: 'light' } });
  given(registered, verified).when(light).emits(byDay);
  given(registered, verified, byDay).when(light).changesNothing();
  given(registered, verified, byDay)
    .when(command({ type: 'ChooseAppearance', choices: { text: 'larger' } }))
    .emits(chosen({ ...FIRST_APPEARANCE, palette: 'light', text: 'larger' }));
});

test('rejects a choice before registration', () => {
  given()
    .when(command({ type: 'ChooseAppearance', choices: { contrast: 'more' } }))
    .isRejected({ code: 'accountNotFound' });
});

test('returns to the default once erased', () => {
  const erased = [registered, verified, byDay, chosen(null)].reduce(account.evolve, account.initial);
  expect(erased.appearance).toEqual(FIRST_APPEARANCE);
});
