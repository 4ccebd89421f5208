import { DRAFT } from '../api/drafts.ts';

/** Far above what can be sent; what is longer was pasted by mistake and is not worth the browser's little room. */
const LONGEST = 10_000;

const keyOf = (account: string, conversation: string): string => `${DRAFT}${account}:${conversation}`;

export const keptDraft = (account: string, conversation: string): string =>
  sessionStorage.getItem(keyOf(account, conversation)) ?? '';

export const keepDraft = (account: string, conversation: string, text: string): void => {
  const key = keyOf(account, conversation);
  if (text.trim() === '' || text.length > LONGEST) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
};
