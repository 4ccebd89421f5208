import { grown } from './bitmap.ts';
import { type Dictionary, openDictionary } from './dictionary.ts';
import { findSimilar } from './similar.ts';

/** Up to this many new words are inserted one by one; more are sorted and merged. */
const FEW = 50;

const sharedLetters = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let letters = 0;
  while (letters < most && one.charCodeAt(letters) === other.charCodeAt(letters)) letters++;
  return letters;
};

/** Words of up to 255 letters. */
export type Lexicon<Value> = Dictionary<Value> & {
  beginningWith(beginning: string): Value[];
  /** Values of words at this edit distance: `whole` with the words they begin, `begun` by a prefix. `words` names them. */
  similarTo(
    word: string,
    distance: number,
  ): { whole: Value[][]; begun: Value[]; words: { whole: string[]; begun: string[] } };
};

/** Values by word, with the words sorted. */
export const openLexicon = <Value>(): Lexicon<Value> => {
  const known = openDictionary<Value>();
  const words: string[] = [];
  const values: Value[] = [];
  /** Letters shared with the previous word. */
  let shared = new Uint8Array(64);
  let added: string[] = [];

  /** The index of the first word that is not smaller. */
  const placeOf = (word: string): number => {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const compareAt = (place: number): void => {
    if (place < words.length) shared[place] = place === 0 ? 0 : sharedLetters(words[place - 1]!, words[place]!);
  };

  const insert = (word: string): void => {
    const place = placeOf(word);
    shared.copyWithin(place + 1, place, words.length);
    words.splice(place, 0, word);
    values.splice(place, 0, known.get(word)!);
    compareAt(place);
    compareAt(place + 1);
  };

  /** From the last down, so that each word moves once. */
  const merge = (sorted: readonly string[]): void => {
    let from = words.length - 1;
    let next = sorted.length - 1;
    for (const word of sorted) values.push(known.get(words[words.push(word) - 1]!)!);
    for (let place = words.length - 1; next >= 0; place--) {
      const word = from >= 0 && words[from]! > sorted[next]! ? words[from--]! : sorted[next--]!;
      words[place] = word;
      values[place] = known.get(word)!;
    }
    for (let place = 0; place < words.length; place++) compareAt(place);
  };

  const settle = (): void => {
    if (added.length === 0) return;
    shared = grown(shared, words.length + added.length);
    if (added.length > FEW) merge(added.sort());
    else for (const word of added) insert(word);
    added = [];
  };

  const endOf = (place: number, letters: number): number => {
    let end = place;
    while (end < words.length && shared[end]! >= letters) end++;
    return end;
  };
  const begunAt = (place: number): Value[] => values.slice(place, endOf(place + 1, words[place]!.length));

  return {
    set: (word, value) => {
      known.set(word, value);
      added.push(word);
      // in steps during the load, so that no reader waits for everything
      if (added.length > FEW * 100 + words.length / 4) settle();
    },
    get: known.get,
    at: known.at,
    beginningWith: (beginning) => {
      settle();
      const from = placeOf(beginning);
      const begins = from < words.length && words[from]!.startsWith(beginning);
      return begins ? values.slice(from, endOf(from + 1, beginning.length)) : [];
    },
    similarTo: (word, distance) => {
      settle();
      const { whole, begun } = findSimilar({ words, shared }, word, distance);
      const wordAt = (place: number) => words[place]!;
      return {
        whole: whole.map(begunAt),
        begun: begun.map((place) => values[place]!),
        words: { whole: whole.map(wordAt), begun: begun.map(wordAt) },
      };
    },
  };
};
