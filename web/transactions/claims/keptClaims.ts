import { keptForms } from '../../api/keptForms.ts';
import type { FullAction } from './claimAction.ts';
import { toPhoto } from './EvidencePicker.tsx';
import type { Said } from './said.ts';

/** What was typed and chosen for a step of a dispute or a return. Photos go as files: what shows them belongs to the page. */
type KeptClaim = { at: number; said: Omit<Said, 'photos'>; files: File[] };

/** What stands there from the beginning is no draft: the chosen sum, and the reader’s own address. */
const isEmpty =
  (begun: Said) =>
  ({ photos, ...typed }: Said): boolean =>
    photos.length === 0 &&
    (Object.keys(typed) as (keyof typeof typed)[]).every((name) => name === 'sum' || typed[name] === begun[name]);

const asKept = ({ photos, ...said }: Said): KeptClaim => ({
  at: Date.now(),
  said,
  files: photos.map(({ file }) => file),
});

/** A sum that is not offered any more is what one begins with. */
const asValues =
  (action: FullAction, begun: Said) =>
  ({ said, files }: KeptClaim): Said => {
    const offered = ['other', ...(action.fields.amount?.quick ?? []).map(({ cents }) => String(cents))];
    return { ...begun, ...said, photos: files.map(toPhoto), sum: offered.includes(said.sum) ? said.sum : begun.sum };
  };

export const keptClaims = (action: FullAction, begun: Said) => ({
  store: keptForms<KeptClaim>(),
  isEmpty: isEmpty(begun),
  asKept,
  asValues: asValues(action, begun),
});
