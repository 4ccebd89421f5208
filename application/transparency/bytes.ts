/** Works in Node and browsers, so no Buffer. */
export type Bytes = Uint8Array;

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text);

export const concat = (...parts: readonly Bytes[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

export const equal = (one: Bytes, other: Bytes): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};

export const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromHex = (hex: string): Bytes => {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
};

/** A call takes a limited number of arguments. */
const PORTION = 8_192;

export const toBase64 = (bytes: Bytes): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += PORTION) text += String.fromCharCode(...bytes.subarray(at, at + PORTION));
  return btoa(text);
};

/** Standard alphabet with padding. Accepts only the canonical spelling; undefined otherwise. */
export const fromBase64 = (text: string): Bytes | undefined => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
};

/** A number as eight bytes, big-endian. */
export const uint64 = (number: number): Bytes => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
};
