import { keptForms } from '../../api/keptForms.ts';
import type { FullAction } from './claimAction.ts';
import { toPhoto } from './EvidencePicker.tsx';
import { nothingSaid, type Said } from './said.ts';

/** What was typed and chosen for a step of a dispute or a return. Photos go as files: what shows them belongs to the page. */
type KeptClaim = { at: number; said: Omit<Said, 'photos'>; files: File[] };

/** `sum` alone is no draft: one stands chosen from the beginning. */
const isEmpty = ({ sum: _, photos, ...typed }: Said): boolean =>
  photos.length === 0 && Object.values(typed).every((words) => words === '');

const asKept = ({ photos, ...said }: Said): KeptClaim => ({
  at: Date.now(),
  said,
  files: photos.map(({ file }) => file),
});

/** A sum that is not offered any more is what one begins with. */
const asValues =
  (action: FullAction) =>
  ({ said, files }: KeptClaim): Said => {
    const offered = ['other', ...(action.fields.amount?.quick ?? []).map(({ cents }) => String(cents))];
    const begun = nothingSaid(action);
    return { ...said, photos: files.map(toPhoto), sum: offered.includes(said.sum) ? said.sum : begun.sum };
  };

export const keptClaims = (action: FullAction) => ({
  store: keptForms<KeptClaim>(),
  isEmpty,
  asKept,
  asValues: asValues(action),
});
