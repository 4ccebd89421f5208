import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';

/** Makes words of a name of the code: `streetAddress1` is `street address 1`. */
export const inPlainWords = (name: string): string =>
  name.replace(/(?<=[a-z])([A-Z]|\d)/g, (sign) => ` ${sign.toLowerCase()}`);

/** `seller pays 10 %` and the like, a line each. */
export const policyInWords = (policyVersion: string): string =>
  [
    `policy: ${policyVersion}`,
    ...Object.entries(termsOf({ policyVersion })).map(([name, words]) => `${inPlainWords(name)}: ${words}`),
    '',
  ].join('\n');

/** A sale of a newer release has terms that nobody here knows. */
export const isKnownPolicy = (policyVersion: string): boolean =>
  TERMS_VERSIONS.some(({ version }) => version === policyVersion);
