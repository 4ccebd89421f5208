import { keptForms } from '../../../api/keptForms.ts';
import type { FullAction } from './claimAction.ts';
import type { ClaimDraft } from './claimDraft.ts';
import { toPhoto } from './EvidencePicker.tsx';

/** A saved draft of a claim. Photos are kept as files, because preview URLs die with the page. */
type KeptClaim = { at: number; said: Omit<ClaimDraft, 'photos'>; files: File[] };

/** Prefilled values, the preset sum and the own address, do not make a draft. */
const isEmpty =
  (begun: ClaimDraft) =>
  ({ photos, ...typed }: ClaimDraft): boolean =>
    photos.length === 0 &&
    (Object.keys(typed) as (keyof typeof typed)[]).every((name) => name === 'sum' || typed[name] === begun[name]);

const asKept = ({ photos, ...said }: ClaimDraft): KeptClaim => ({
  at: Date.now(),
  said,
  files: photos.map(({ file }) => file),
});

/** A sum that is no longer offered falls back to the preset. */
const asValues =
  (action: FullAction, begun: ClaimDraft) =>
  ({ said, files }: KeptClaim): ClaimDraft => {
    const offered = ['other', ...(action.fields.amount?.quick ?? []).map(({ cents }) => String(cents))];
    return { ...begun, ...said, photos: files.map(toPhoto), sum: offered.includes(said.sum) ? said.sum : begun.sum };
  };

export const keptClaims = (action: FullAction, begun: ClaimDraft) => ({
  store: keptForms<KeptClaim>(),
  isEmpty: isEmpty(begun),
  asKept,
  asValues: asValues(action, begun),
});
