import { z } from 'zod';
import { mailChoices } from '#domain/accounts/mailChoices.ts';

export const chosenEmails = mailChoices.meta({ id: 'EmailChoices' });
export const chooseEmails = mailChoices.partial().meta({ id: 'ChooseEmails' });
export const unsubscribed = z.object({ message: z.string() }).meta({ id: 'Unsubscribed' });
