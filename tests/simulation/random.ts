export type Random = {
  /** In [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  below(count: number): number;
  between(least: number, most: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** A key, chosen by weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  hex(digits: number): string;
};

/** sfc32: small, fast, and identical on every machine. A simulated world has no other source of randomness. */
export const openRandom = (seed: number): Random => {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88 ^ Math.floor(seed / 0x1_0000_0000);
  let c = 0xb7e15162;
  let counter = 1;
  const bits = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 20; round++) bits();

  const next = () => bits() / 0x1_0000_0000;
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => probability > 0 && next() < probability,
    between: (least, most) => Math.floor(least + next() * (most - least)),
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    weighted: (weights) => {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      return entries.at(-1)![0];
    },
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += bits().toString(16).padStart(8, '0');
      return text.slice(0, digits);
    },
  };
};
