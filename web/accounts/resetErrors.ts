import { brokenPasswordRules } from '#application/contract/registrationRules.ts';

export type ResetErrors = { password?: string; confirmation?: string };

/** The rules of registration first, then that both are the same. */
export const resetErrors = (password: string, confirmation: string): ResetErrors => {
  const broken = brokenPasswordRules(password);
  if (broken) return { password: broken };
  return password === confirmation ? {} : { confirmation: 'Passwords do not match' };
};
