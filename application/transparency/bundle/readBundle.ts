import { type UnzipFileInfo, unzipSync } from 'fflate';
import type { Bytes } from '../bytes.ts';

/** Limits in bytes, for the zip and its unpacked content. A bundle with a hundred pictures needs a tenth. */
export const LARGEST_ZIP = 256 * 1024 * 1024;
const LARGEST = 512 * 1024 * 1024;
const MOST_FILES = 20_000;

/** The file is not a readable bundle; the message is for people. */
export class NoBundle extends Error {
  override readonly name = 'NoBundle';
}

/** Rejects oversized files before reading them. @throws NoBundle */
export const refuseLarge = (bytes: number): void => {
  if (bytes > LARGEST_ZIP) throw new NoBundle('This file is larger than any bundle, so it is not read.');
};

const PLAIN_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const isPlainName = (name: string): boolean =>
  name.length <= 300 && name.split('/').every((part) => PLAIN_PART.test(part));

/** Unpacks a zip in memory, by file name; writes nothing to disk. @throws NoBundle */
export const readBundle = (zip: Bytes): ReadonlyMap<string, Bytes> => {
  if (zip.length === 0) throw new NoBundle('This file is empty.');
  refuseLarge(zip.length);
  let [count, size] = [0, 0];
  const admit = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!isPlainName(name))
      throw new NoBundle(
        `This zip holds a file whose name is not a plain relative path (${JSON.stringify(name.slice(0, 80))}).`,
      );
    count++;
    size += originalSize;
    if (count > MOST_FILES || size > LARGEST)
      throw new NoBundle('This zip unpacks to more than any bundle, so it is not read.');
    return true;
  };
  try {
    const found = unzipSync(zip, { filter: admit });
    if (Object.keys(found).length < count) throw new NoBundle('This zip holds two files with the same name.');
    return new Map(Object.entries(found));
  } catch (error) {
    if (error instanceof NoBundle) throw error;
    throw new NoBundle('This file is not a zip, or it is damaged.');
  }
};
