/** First message of a decoder process. */
export const READY = 'ready';

const LENGTH_BYTES = 4;

/** Length prefix, then the content. */
export const framed = (content: Buffer): readonly Buffer[] => {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(content.length);
  return [length, content];
};

/** Reads the frames in order. */
export async function* frames(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted: number | undefined;
  const take = (bytes: number): Buffer => {
    const all = Buffer.concat(parts);
    parts = [all.subarray(bytes)];
    held -= bytes;
    return all.subarray(0, bytes);
  };
  for await (const part of input) {
    parts.push(part);
    held += part.length;
    for (;;) {
      if (wanted === undefined && held >= LENGTH_BYTES) wanted = take(LENGTH_BYTES).readUInt32BE();
      if (wanted === undefined || held < wanted) break;
      yield take(wanted);
      wanted = undefined;
    }
  }
}
