/** How many new words are put in their place one by one before all are sorted at once. */
const FEW = 50;

/** The first place whose word is not below `word`. */
const placeOf = (words: readonly string[], word: string): number => {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
};

type Lexicon = { add(word: string): void; beginningWith(beginning: string): string[] };

/** Words in their order; each is added once. */
export const openLexicon = (): Lexicon => {
  const words: string[] = [];
  let added: string[] = [];
  const settle = (): void => {
    if (added.length > FEW) {
      for (const word of added) words.push(word);
      words.sort();
    } else for (const word of added) words.splice(placeOf(words, word), 0, word);
    added = [];
  };
  return {
    add: (word) => void added.push(word),
    beginningWith: (beginning) => {
      if (added.length > 0) settle();
      let end = placeOf(words, beginning);
      const from = end;
      while (end < words.length && words[end]!.startsWith(beginning)) end++;
      return words.slice(from, end);
    },
  };
};
