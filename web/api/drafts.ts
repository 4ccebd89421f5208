/** What was being written and is not sent yet: kept with the tab, for one account and one conversation each. */
const PREFIX = 'draft:';

/** Far above what can be sent; what is longer was pasted by mistake and is not worth the browser's little room. */
const LONGEST = 10_000;

const keyOf = (account: string, conversation: string): string => `${PREFIX}${account}:${conversation}`;

export const keptDraft = (account: string, conversation: string): string =>
  sessionStorage.getItem(keyOf(account, conversation)) ?? '';

export const keepDraft = (account: string, conversation: string, text: string): void => {
  const key = keyOf(account, conversation);
  if (text.trim() === '' || text.length > LONGEST) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
};

/** The browser's database of listings that are not published yet, with their photos. */
export const LISTING_DRAFTS = 'listing-drafts';

/** The listings that were looked at last, in this browser. */
export const VIEWED = 'viewed';

/** At sign-out: nobody who comes after finds them. */
export const forgetDrafts = (): void => {
  localStorage.removeItem(VIEWED);
  globalThis.indexedDB?.deleteDatabase(LISTING_DRAFTS);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
};
