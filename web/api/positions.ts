const KEY = 'position';

/** Positions are zero-padded digits, so they sort as text; they are returned unchanged. */
const POSITION = /^\d+$/;

const comesAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : BigInt(one) > BigInt(other);

/** The highest position seen in this tab; it survives the visit to the payment page. */
export const highestPosition = (): string | undefined => {
  const stored = sessionStorage.getItem(KEY);
  return stored !== null && POSITION.test(stored) ? stored : undefined;
};

/** Remembers a higher `X-Position`. */
export const sawPosition = (header: string | null): void => {
  if (header === null || !POSITION.test(header)) return;
  const before = highestPosition();
  if (before === undefined || comesAfter(header, before)) sessionStorage.setItem(KEY, header);
};

export const forgetPosition = (): void => sessionStorage.removeItem(KEY);
