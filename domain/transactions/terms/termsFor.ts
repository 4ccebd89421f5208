import type { Terms } from './terms.ts';
import { TERMS_VERSIONS } from './versions.ts';

/** The terms of a purchase that begins now. */
export const CURRENT_TERMS: Terms = TERMS_VERSIONS.at(-1) ?? TERMS_VERSIONS[0];

/** Anything that names its version of the terms. */
export type Promised = { policyVersion: string };

/** Also a version with changes, for a counterfactual (`counterfactual/changedTerms.ts`, which pages do not load). */
const knownTerms = ({ policyVersion }: Promised): Terms | undefined => {
  // a damaged history may name none
  const [name, changes] = policyVersion?.split('?') ?? [];
  const terms = TERMS_VERSIONS.find(({ version }) => version === name);
  return terms && changes ? { ...terms, ...JSON.parse(changes) } : terms;
};

/** The transaction comes from a newer release whose terms this one does not know. */
export class UnknownTerms extends Error {
  override name = 'UnknownTerms';
}

/** The terms that a transaction began under. @throws UnknownTerms */
export const termsFor = (transaction: Promised): Terms => {
  const terms = knownTerms(transaction);
  if (!terms) throw new UnknownTerms(`No terms have the version "${transaction.policyVersion}"`);
  return terms;
};

/** For texts: a page older than the transaction shows its own terms until it reloads. */
export const displayedTerms = (transaction: Promised): Terms => knownTerms(transaction) ?? CURRENT_TERMS;
