const KEY = 'position';

/** Positions come as digits padded to one length, and go back exactly as they came; as text they sort like the numbers that they are. */
const POSITION = /^\d+$/;

const comesAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : BigInt(one) > BigInt(other);

/** The highest position that an answer has carried in this tab; it survives the way to the payment page and back. */
export const highestPosition = (): string | undefined => {
  const stored = sessionStorage.getItem(KEY);
  return stored !== null && POSITION.test(stored) ? stored : undefined;
};

/** Remembers the `X-Position` of an answer when it is higher than what was seen. */
export const sawPosition = (header: string | null): void => {
  if (header === null || !POSITION.test(header)) return;
  const before = highestPosition();
  if (before === undefined || comesAfter(header, before)) sessionStorage.setItem(KEY, header);
};

export const forgetPosition = (): void => sessionStorage.removeItem(KEY);
