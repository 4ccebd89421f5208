import { DRAFT } from '../api/drafts.ts';

/** Far above what can be sent; what is longer was pasted by mistake and is not worth the browser's little room. */
const LONGEST = 10_000;

const keyOf = (account: string, conversation: string): string => `${DRAFT}${account}:${conversation}`;

export const keptDraft = (account: string, conversation: string): string =>
  sessionStorage.getItem(keyOf(account, conversation)) ?? '';

/** The id under which these very words were sent: whether they have arrived is not known. */
const sentKey = (account: string, conversation: string): string => `${keyOf(account, conversation)}#sent`;
export const sentAs = (account: string, conversation: string): string | null =>
  sessionStorage.getItem(sentKey(account, conversation));
export const keepSentAs = (account: string, conversation: string, commandId: string): void =>
  sessionStorage.setItem(sentKey(account, conversation), commandId);

export const keepDraft = (account: string, conversation: string, text: string): void => {
  const key = keyOf(account, conversation);
  sessionStorage.removeItem(sentKey(account, conversation));
  if (text.trim() === '' || text.length > LONGEST) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
};
