import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' } as const;

type File = { name: string; format: keyof typeof TYPES; rows: number };

/** Streams a file to download. `rows`: more are not in it. */
export const sendExport = async (
  response: Response,
  parts: AsyncIterable<string>,
  { name, format, rows }: File,
): Promise<void> => {
  response.set({
    'Content-Type': TYPES[format],
    'Cache-Control': 'no-store',
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'X-Row-Limit': String(rows),
  });
  try {
    await pipeline(Readable.from(parts), response);
  } catch (error) {
    if (!response.destroyed) throw error; // a reader who leaves early is no fault
  }
};
