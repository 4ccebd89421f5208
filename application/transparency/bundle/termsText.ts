import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';

/** A code name as plain text: `streetAddress1` becomes `street address 1`. */
export const inPlainWords = (name: string): string =>
  name.replace(/(?<=[a-z])([A-Z]|\d)/g, (sign) => ` ${sign.toLowerCase()}`);

/** The terms as text, one per line, such as `seller pays 10 %`. */
export const policyInWords = (policyVersion: string): string =>
  [
    `policy: ${policyVersion}`,
    ...Object.entries(termsOf({ policyVersion })).map(([name, words]) => `${inPlainWords(name)}: ${words}`),
    '',
  ].join('\n');

/** False for terms of a newer release. */
export const isKnownPolicy = (policyVersion: string): boolean =>
  TERMS_VERSIONS.some(({ version }) => version === policyVersion);
