import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type BundleFile = { name: string; content: Uint8Array };

/** Pictures are already compressed. */
const isPacked = (name: string): boolean => /\.(webp|jpe?g|png)$/.test(name);

/** Streams a zip; only one file at a time is in memory. */
export async function* zipped(files: AsyncIterable<BundleFile>, madeAt: number): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = (): Uint8Array[] => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for await (const { name, content } of files) {
    const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    entry.mtime = madeAt;
    zip.add(entry);
    entry.push(content, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
