import { DRAFT, OWNER } from './drafts.ts';
import { within } from './keptForms.ts';

/** Whether this browser keeps a draft, in a form or a message, of the account that was signed in last. */
export const hasDraft = async (): Promise<boolean> => {
  const owner = localStorage.getItem(OWNER);
  if (owner === null) return false;
  if (Object.keys(sessionStorage).some((key) => key.startsWith(`${DRAFT}${owner}:`))) return true;
  const keys = await within('readonly', (store) => store.getAllKeys());
  return keys.some((key) => String(key).startsWith(owner));
};
