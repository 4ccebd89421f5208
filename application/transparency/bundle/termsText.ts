import { formatRound } from '#domain/shared/euros.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';
import { BUNDLE_FORM, type BundleForm } from './bundleFormat.ts';

/** A code name as plain text: `streetAddress1` becomes `street address 1`. */
export const inPlainWords = (name: string): string =>
  name.replace(/(?<=[a-z])([A-Z]|\d)/g, (sign) => ` ${sign.toLowerCase()}`);

/** Sums that the report states, and that earlier forms leave out of the text. */
const laterTerms = (policyVersion: string): string[] => {
  const { draftAbove, refundWaitsAbove } = displayedTerms({ policyVersion });
  return Object.entries({ draftAbove, refundWaitsAbove }).flatMap(([name, sum]) =>
    sum === undefined ? [] : [`${inPlainWords(name)}: ${formatRound(sum)}`],
  );
};

/** The terms as text, one per line, such as `seller pays 10 %`. That of a released form never changes. */
export const policyInWords = (policyVersion: string, form: BundleForm): string =>
  [
    `policy: ${policyVersion}`,
    ...Object.entries(termsOf({ policyVersion })).map(([name, words]) => `${inPlainWords(name)}: ${words}`),
    ...(form === BUNDLE_FORM ? laterTerms(policyVersion) : []),
    '',
  ].join('\n');

/** False for terms of a newer release. */
export const isKnownPolicy = (policyVersion: string): boolean =>
  TERMS_VERSIONS.some(({ version }) => version === policyVersion);
