/** Key prefix of an unsent message in session storage: one per tab, account and conversation. */
export const DRAFT = 'draft:';

/** The database of unsent forms with photos; its name is from when it held listings only. */
export const KEPT_FORMS = 'listing-drafts';

/** Recently viewed listings, in this browser. */
export const VIEWED = 'viewed';

/** Local storage: unanswered commands. */
export const UNANSWERED = 'unanswered';

/** Local storage: the account that the drafts belong to. */
export const OWNER = DRAFT;

/** This tab's message drafts of other accounts. */
export const forgetMessages = (account?: string): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT) && !key.startsWith(`${DRAFT}${account}:`)) sessionStorage.removeItem(key);
};

/** Deletes all drafts, so the next user finds none. */
export const forgetDrafts = (): void => {
  for (const key of [VIEWED, UNANSWERED, OWNER]) localStorage.removeItem(key);
  globalThis.indexedDB?.deleteDatabase(KEPT_FORMS);
  forgetMessages();
};

/** Records the current account and deletes the drafts of others. */
export const ownDrafts = (account: string): void => {
  if ((localStorage.getItem(OWNER) ?? account) !== account) forgetDrafts();
  forgetMessages(account);
  localStorage.setItem(OWNER, account);
};
