/**
 * The part of each file that has left the browser, 0 to 1. A multipart body carries the files one after another, so the bytes
 * sent so far tell how far each one is.
 */
export const progressOfEach = (sizes: readonly number[], sent: number): number[] => {
  let before = 0;
  return sizes.map((size) => {
    const done = size === 0 ? 1 : Math.min(1, Math.max(0, (sent - before) / size));
    before += size;
    return done;
  });
};
