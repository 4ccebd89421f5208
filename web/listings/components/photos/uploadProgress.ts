/** Progress per file, 0 to 1. A multipart body sends files in order, so the bytes sent tell each file's share. */
export const progressOfEach = (sizes: readonly number[], sent: number): number[] => {
  let before = 0;
  return sizes.map((size) => {
    const done = size === 0 ? 1 : Math.min(1, Math.max(0, (sent - before) / size));
    before += size;
    return done;
  });
};
