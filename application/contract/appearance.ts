import { appearance } from '#domain/accounts/appearance.ts';

export const chosenAppearance = appearance.meta({ id: 'Appearance' });
export const chooseAppearance = appearance.partial().meta({ id: 'ChooseAppearance' });
