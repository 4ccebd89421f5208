import { grown } from './bitmap.ts';

export type Dictionary<Value> = {
  get(word: string): Value | undefined;
  /** The value of the word at this position of a text; undefined if it is new. */
  at(text: string, from: number, to: number): Value | undefined;
  /** The word must be new. */
  set(word: string, value: Value): void;
};

const NONE = -1;

/**
 * Values by word. Reads words in place in a longer text: a million listings have thirty million words, and making a string
 * of each would take most of the time.
 */
export const openDictionary = <Value>(): Dictionary<Value> => {
  const words: string[] = [];
  const values: Value[] = [];
  let hashes = new Int32Array(512);
  /** Word numbers, by hash with open addressing; the size is a power of two, at least half free. */
  let slots = new Int32Array(1_024).fill(NONE);

  const hashOf = (text: string, from: number, to: number): number => {
    let hash = 0x811c9dc5 | 0;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return hash ^ (hash >>> 15);
  };

  const isAt = (word: string, text: string, from: number, to: number): boolean => {
    if (word.length !== to - from) return false;
    for (let at = from; at < to; at++) if (word.charCodeAt(at - from) !== text.charCodeAt(at)) return false;
    return true;
  };

  const at: Dictionary<Value>['at'] = (text, from, to) => {
    const hash = hashOf(text, from, to);
    for (let slot = hash & (slots.length - 1); slots[slot] !== NONE; slot = (slot + 1) & (slots.length - 1)) {
      const number = slots[slot]!;
      if (hashes[number] === hash && isAt(words[number]!, text, from, to)) return values[number];
    }
    return undefined;
  };

  const place = (number: number): void => {
    let slot = hashes[number]! & (slots.length - 1);
    while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number;
  };

  return {
    at,
    get: (word) => at(word, 0, word.length),
    set: (word, value) => {
      const number = words.push(word) - 1;
      values.push(value);
      hashes = grown(hashes, words.length);
      hashes[number] = hashOf(word, 0, word.length);
      if (words.length * 2 <= slots.length) place(number);
      else {
        slots = new Int32Array(slots.length * 2).fill(NONE);
        for (let every = 0; every < words.length; every++) place(every);
      }
    },
  };
};
