import { brokenPasswordRules } from '#application/contract/registrationRules.ts';

export type ResetErrors = { password?: string; confirmation?: string };

/** Checks the password rules first, then that both entries match. */
export const resetErrors = (password: string, confirmation: string): ResetErrors => {
  const broken = brokenPasswordRules(password);
  if (broken) return { password: broken };
  return password === confirmation ? {} : { confirmation: 'Passwords do not match' };
};
