/** Brightness per pixel, 0 to 255, row by row. */
export type Grey = { width: number; height: number; values: Uint8ClampedArray };

export type PhotoHint = 'small' | 'dark' | 'blurred';

/** px: the longer side as pages show it. */
export const SHOWN_SIDE = 672;
/** Dark: even the 95th percentile of brightness is below this. */
const DIM = 70;
/** Blurry: below this Laplacian variance. Photos in focus reach thousands, blurry ones tens. */
const SOFT = 30;
const TILES = 6;
/** px: the size at which a photo is analysed. */
export const LOOKED_AT_SIDE = 512;

/** The 95th percentile of brightness. */
const brightest = ({ values }: Grey): number => {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value]! += 1;
  let above = values.length / 20;
  for (let value = 255; value > 0; value--) {
    above -= counts[value]!;
    if (above <= 0) return value;
  }
  return 0;
};

/** The variance of the Laplacian in one tile: how much brightness changes between neighbours. */
const sharpness = ({ width, values }: Grey, from: { x: number; y: number }, to: { x: number; y: number }): number => {
  let sum = 0;
  let squares = 0;
  for (let y = from.y; y < to.y; y++)
    for (let x = from.x; x < to.x; x++) {
      const at = y * width + x;
      const around = values[at - 1]! + values[at + 1]! + values[at - width]! + values[at + width]!;
      const change = 4 * values[at]! - around;
      sum += change;
      squares += change * change;
    }
  const pixels = Math.max(1, (to.x - from.x) * (to.y - from.y));
  return squares / pixels - (sum / pixels) ** 2;
};

/** The second-sharpest tile, since the background may be out of focus. */
const sharpest = (grey: Grey): number => {
  const [across, down] = [Math.floor((grey.width - 2) / TILES), Math.floor((grey.height - 2) / TILES)];
  const parts: number[] = [];
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++) {
      const from = { x: 1 + column * across, y: 1 + row * down };
      parts.push(sharpness(grey, from, { x: from.x + across, y: from.y + down }));
    }
  return parts.sort((one, other) => other - one)[1] ?? 0;
};

export const isSmall = ({ width, height }: Pick<Grey, 'width' | 'height'>): boolean =>
  Math.max(width, height) < SHOWN_SIDE;

/** Possible improvements: `size` of the photo, `grey` of its small drawing. Never a reason to refuse it. */
export const hintsFor = (size: { width: number; height: number }, grey: Grey): PhotoHint[] => {
  if (isSmall(size)) return ['small'];
  // nothing is sharp in the dark
  if (brightest(grey) < DIM) return ['dark'];
  return sharpest(grey) < SOFT ? ['blurred'] : [];
};

/** RGBA to perceived brightness (Rec. 601). */
export const greyOf = ({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Grey => {
  const values = new Uint8ClampedArray(width * height);
  for (let at = 0; at < values.length; at++)
    values[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!;
  return { width, height, values };
};
