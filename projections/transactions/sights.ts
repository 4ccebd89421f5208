import type { EvidencePhoto } from '#application/contract/common.ts';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Circumstances, Who } from '#domain/access/right.ts';
import { shownAs, sightOf } from '#domain/audit/sight.ts';
import { ERASED } from '#domain/shared/erased.ts';

/** How somebody reads what is personal in a sale, in whatever is made of it. */
export type Sights = TransactionDetail['sights'];

export const sightsOf = (who: readonly Who[], circumstances: Circumstances): Sights => ({
  address: sightOf('sale.see.address', who, circumstances),
  returnAddress: sightOf('sale.see.returnAddress', who, circumstances),
  words: sightOf('sale.see.words', who, circumstances),
  evidence: sightOf('sale.see.evidence', who, circumstances),
  messages: sightOf('conversation.see.said', who, circumstances),
});

/** Words that were said and cannot be read any more are erased ones. */
export const wordsFor = ({ words: sight }: Pick<Sights, 'words'>, words: string | null | undefined): string =>
  (words == null ? null : shownAs(words, sight)) ?? ERASED;

/** Photos as links that open them, or how many there are. */
export const photosFor = (
  { evidence: sight }: Pick<Sights, 'evidence'>,
  keys: readonly string[],
  links: (keys: readonly string[]) => EvidencePhoto[],
): { evidence: EvidencePhoto[]; withheld?: number } => {
  if (sight === 'clear' || keys.length === 0) return { evidence: links(keys) };
  return { evidence: [], withheld: keys.length };
};
