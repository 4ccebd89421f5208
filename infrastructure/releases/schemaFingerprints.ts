import { createHash } from 'node:crypto';
import type { Reads, Release } from '#application/ports/eventCodec.ts';
import { eventDefinitions } from '#domain/events.ts';
import { allProjections } from '#projections/all.ts';
import { NEWEST_FORM, SEALED_FORM } from '../crypto/personalData.ts';
import { newestVersions } from '../crypto/versions.ts';

/** The release of the running program. */
export const thisRelease = (): Release => ({
  reads: { ...newestVersions(eventDefinitions), [SEALED_FORM]: NEWEST_FORM },
  readModels: Object.fromEntries(allProjections.map(({ name, version }) => [name, version])),
});

const sorted = (versions: Readonly<Record<string, number>>) => Object.entries(versions).sort();

export const fingerprintOf = ({ reads, readModels }: Release): string =>
  createHash('sha256')
    .update(JSON.stringify([sorted(reads), sorted(readModels)]))
    .digest('hex')
    .slice(0, 16);

/** The newest version of each type that all of them read. */
export const commonReads = ([first = {}, ...others]: readonly Reads[]): Reads =>
  Object.fromEntries(
    Object.entries(first).flatMap(([type, version]) => {
      const versions = [version, ...others.map((reads) => reads[type] ?? 0)];
      const common = Math.min(...versions);
      return common > 0 ? [[type, common]] : [];
    }),
  );

/** Types that `other` reads in a newer version, or that only `other` reads. */
export const readsMore = (other: Reads, { reads }: Pick<Release, 'reads'>): string[] =>
  Object.keys(other)
    .filter((type) => other[type]! > (reads[type] ?? 0))
    .sort();
