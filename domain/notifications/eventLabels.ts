import { countryNamed } from '../accounts/registeredIn.ts';
import { fieldInWords, type Labels } from '../audit/eventRow.ts';
import { findFranchise } from '../catalogue/franchises.ts';
import { CASE_WORDS, isCaseKind } from './cases.ts';
import { CATEGORY_LABELS } from './categoryLabels.ts';
import { chargebackReason } from './chargebackReasons.ts';
import { WAYS, whyRefused } from './securityLogText.ts';

const FIELDS: Readonly<Record<string, string>> = { saidAt: 'stated at', way: 'signed in' };

type Words = (value: string) => string | undefined;
const listed =
  (words: Readonly<Record<string, string>>): Words =>
  (value) =>
    Object.hasOwn(words, value) ? words[value] : undefined;

const reasons = listed({ ...CATEGORY_LABELS, OTHER: 'Another reason' });
const caseLabel: Words = (value) => (isCaseKind(value) ? CASE_WORDS[value].label : undefined);

const VALUES: Readonly<Record<string, Words>> = {
  category: listed(CATEGORY_LABELS),
  reason: (value) => reasons(value) ?? chargebackReason(value),
  pace: listed({ atOnce: 'at once', daily: 'once a day', off: 'not at all' }),
  way: listed(WAYS),
  why: whyRefused,
  kind: caseLabel,
  cause: caseLabel,
  factor: listed({ totp: 'authenticator app' }),
  franchise: (value) => findFranchise(value)?.name,
  country: countryNamed,
  sellerCountry: countryNamed,
};

/** Fields whose values are chosen from a list. A text that a person wrote stays as it is. */
const CHOSEN = [...Object.keys(VALUES), 'by', 'call', 'object', 'outcome', 'rule', 'stage', 'change', 'told'];
/** `buyerGone`, `payment.paid`, `PAUSED_TOO_LONG`: several words as one. */
const CODE = /^[a-z]+([A-Z][a-z]+)+$|^[a-z]+([._][a-z]+)+$|^[A-Z]+(_[A-Z]+)*$/;

/** The words that the rest of the product uses for stored codes; for a code without a label, its own words. */
export const LABELS: Labels = {
  field: (name) => FIELDS[name],
  value: (name, value) => {
    if (!CHOSEN.includes(name)) return undefined;
    const words = VALUES[name]?.(value) ?? value;
    return CODE.test(words) ? fieldInWords(words).replaceAll(/[._]/g, ' ') : words;
  },
};
