import sharp from 'sharp';

/** The smallest visible colour difference, of 255. */
const SEEN = 24;

/** The number of pixels that differ in the common area, plus those that only one picture has. */
export const differing = async (one: Buffer, other: Buffer): Promise<number> => {
  const [first, second] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!first || !second) throw new Error('two pictures are compared');
  const [width, height] = [
    Math.min(first.info.width, second.info.width),
    Math.min(first.info.height, second.info.height),
  ];
  const common = width * height;
  let count = first.info.width * first.info.height + second.info.width * second.info.height - 2 * common;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [a, b] = [(y * first.info.width + x) * 3, (y * second.info.width + x) * 3];
      const isOther = [0, 1, 2].some(
        (channel) => Math.abs(first.data[a + channel]! - second.data[b + channel]!) > SEEN,
      );
      if (isOther) count += 1;
    }
  return count;
};
