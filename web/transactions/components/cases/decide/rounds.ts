import type { CaseFile } from '#application/contract/cases.ts';

/** The first opening begins the first round; each of these begins another. */
const BEGINS: readonly string[] = ['DisputeOpened', 'DisputeDecided', 'DecisionAppealed'];
const ORDINALS = ['first', 'second', 'third'];

/** A draft belongs to the round of the dispute in which it was written. `draft`: its key. `over`: what ended the round; undefined for the current one. */
export type Round = { draft: string; over: string | undefined };

/** Oldest first; never empty. */
export const roundsOf = ({ transaction, timeline }: CaseFile): Round[] => {
  const first = `decide:${transaction._id}`;
  const all = timeline.filter(({ event }) => BEGINS.includes(event));
  const later = all[0]?.event === 'DisputeOpened' ? all.slice(1) : all;
  const over = later.map(({ event }, place) => {
    if (event === 'DecisionAppealed') return 'the appeal';
    if (event === 'DisputeOpened') return 'this dispute';
    const count = later.slice(0, place).filter((one) => one.event === 'DisputeDecided').length;
    return `the ${ORDINALS[count] ?? 'last'} decision`;
  });
  const keys = [first, ...later.map(({ revision }) => `${first}:${revision}`)];
  return keys.map((draft, place) => ({ draft, over: over[place] }));
};

/** The key of the draft of the current round. */
export const draftOf = (file: CaseFile): string => roundsOf(file).at(-1)!.draft;
