import { DRAFT } from '../api/drafts.ts';

/** Far above the limit: longer text was pasted by mistake and would waste storage. */
const LONGEST = 10_000;

const keyOf = (account: string, conversation: string): string => `${DRAFT}${account}:${conversation}`;

export const keptDraft = (account: string, conversation: string): string =>
  sessionStorage.getItem(keyOf(account, conversation)) ?? '';

/** The id under which this exact text was sent, without an answer yet. */
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
