/**
 * Begins the key of a message that is being written and is not sent yet, in session storage: it is kept with the tab, for one account and
 * one conversation each.
 */
export const DRAFT = 'draft:';

/** The browser's database of forms that are not sent yet, with their photos; at first of listings alone. */
export const KEPT_FORMS = 'listing-drafts';

/** The listings that were looked at last, in this browser. */
export const VIEWED = 'viewed';

/** In local storage: the commands whose answers have not come. */
export const UNANSWERED = 'unanswered';

/** In local storage: whose they are. */
const OWNER = DRAFT;

/** Messages in this tab, all but those of `account`: no other tab can reach them. */
export const forgetMessages = (account?: string): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT) && !key.startsWith(`${DRAFT}${account}:`)) sessionStorage.removeItem(key);
};

/** Nobody who comes after finds them. */
export const forgetDrafts = (): void => {
  for (const key of [VIEWED, UNANSWERED, OWNER]) localStorage.removeItem(key);
  globalThis.indexedDB?.deleteDatabase(KEPT_FORMS);
  forgetMessages();
};

/** Whoever is here now: what somebody else has left is forgotten. */
export const ownDrafts = (account: string): void => {
  if ((localStorage.getItem(OWNER) ?? account) !== account) forgetDrafts();
  forgetMessages(account);
  localStorage.setItem(OWNER, account);
};
