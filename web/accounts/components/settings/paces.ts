import type { Pace } from '#domain/accounts/mailChoices.ts';

/** How often e-mails and pushes are sent. */
export const PACES: readonly { value: Pace; label: string }[] = [
  { value: 'atOnce', label: 'At once' },
  { value: 'daily', label: 'Once a day' },
  { value: 'off', label: 'Not at all' },
];
