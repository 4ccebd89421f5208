import type { Bytes } from './bytes.ts';

const BLOCK = 64;
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
};
/** The first 32 bits of the fractional part. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const FIRST = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const ROUND = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

type Eight = [number, number, number, number, number, number, number, number];

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const padded = (bytes: Bytes): DataView => {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return view;
};

const mix = (state: Int32Array, words: Int32Array): void => {
  for (let at = 16; at < 64; at++) {
    const [before, last] = [words[at - 15]!, words[at - 2]!];
    const small = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words[at] = words[at - 16]! + small + words[at - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = [...state] as Eight;
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND[at]! + words[at]!) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = state[at]! + word;
};

/** FIPS 180-4, synchronous. Browsers only offer an asynchronous hash, and a tree needs thousands at once. */
export const sha256 = (bytes: Bytes): Bytes => {
  const input = padded(bytes);
  const state = FIRST.slice();
  const words = new Int32Array(64);
  for (let block = 0; block < input.byteLength; block += BLOCK) {
    for (let at = 0; at < 16; at++) words[at] = input.getInt32(block + at * 4);
    mix(state, words);
  }
  const answer = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) answer.setInt32(at * 4, word);
  return new Uint8Array(answer.buffer);
};
