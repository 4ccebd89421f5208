import { readFile, stat } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Countries } from '#application/accounts/storage.ts';
import { countryNamed } from '#domain/accounts/registeredIn.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { isPublicAddress } from '../system/hosts.ts';
import { ConfigurationError } from '../system/startFailure.ts';

const SETTING = 'COUNTRIES_FILE';
/** Zero bytes between the search tree and the data section. */
const SEPARATOR = 16;
/** A country table has an entry for nearly every network, so this many lookups are enough to tell. */
const LOOKED_AT = 20_000;
const ALL_IPV4 = 2 ** 32;

const place = z.object({ iso_code: z.string() });
const record = z.object({
  registered_country: place.optional().catch(undefined),
  country_code: z.string().optional().catch(undefined),
  country: z.union([place, z.string()]).optional().catch(undefined),
});

/**
 * MaxMind, DB-IP, iptoasn and IPinfo each use their own layout. The registered country wins over the assumed
 * location.
 */
const countryIn = (said: unknown): string | null => {
  const read = record.safeParse(said);
  if (!read.success) return null;
  const { registered_country, country_code, country } = read.data;
  const used = typeof country === 'string' ? country : country?.iso_code;
  const codes = [registered_country?.iso_code, country_code, used];
  return codes.find((code) => code !== undefined && countryNamed(code) !== undefined) ?? null;
};

const dotted = (address: number): string => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');

/** Checks IPv4 networks one by one. */
const holdsCountries = (table: Reader<Response>): boolean => {
  let address = 0;
  for (let looked = 0; looked < LOOKED_AT && address < ALL_IPV4; looked++) {
    const [said, prefix] = table.getWithPrefixLength(dotted(address));
    if (countryIn(said) !== null) return true;
    address += 2 ** (32 - prefix);
  }
  return false;
};

const isWhole = ({ metadata }: Reader<Response>, content: Buffer): boolean => {
  const { binaryFormatMajorVersion, searchTreeSize } = metadata;
  const between = content.subarray(searchTreeSize, searchTreeSize + SEPARATOR);
  return binaryFormatMajorVersion === 2 && between.length === SEPARATOR && between.every((byte) => byte === 0);
};

const parse = (content: Buffer): Reader<Response> | undefined => {
  try {
    const table = new Reader<Response>(content);
    return isWhole(table, content) && holdsCountries(table) ? table : undefined;
  } catch {
    // any library error means that the file is not a country table
    return undefined;
  }
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const read = async (path: string): Promise<Reader<Response>> => {
  const content = await readFile(path).catch((error: unknown) => {
    throw new ConfigurationError(`${SETTING} (${path}) cannot be read: ${codeOf(error) || String(error)}`);
  });
  const table = parse(content);
  if (!table)
    throw new ConfigurationError(
      `${SETTING} (${path}) must be a whole table of countries in the format of MaxMind, .mmdb`,
    );
  return table;
};

/** Changes when the file is replaced or written to. */
const stampOf = async (path: string): Promise<string> => {
  const { ino, size, mtimeMs } = await stat(path);
  return `${ino} ${size} ${mtimeMs}`;
};

/**
 * A MaxMind DB file. The first lookup after a minute reloads a changed file; an unreadable one is logged, and the
 * previous table stays. Sign-in never fails because of it. @throws ConfigurationError if there is no readable file at
 * start
 */
export const openCountryTable = async (
  path: string,
  { log, now = Date.now }: { log: Pick<Logger, 'warn' | 'info'>; now?: () => number },
): Promise<Countries> => {
  const first = await stampOf(path).catch(() => '');
  let table = await read(path);
  let stamp = first;
  let looked = now();

  const lookAgain = async (): Promise<void> => {
    try {
      const present = await stampOf(path);
      if (present === stamp) return;
      stamp = present;
      table = await read(path);
      log.info({ built: table.metadata.buildEpoch }, 'a new country table was loaded');
    } catch (error) {
      log.warn({ error: String(error) }, 'the country table could not be reloaded; the previous one stays');
    }
  };

  return {
    of: async (network) => {
      if (now() - looked >= MINUTE) {
        looked = now();
        await lookAgain();
      }
      // for IPv6 the network is the first half of the address
      const isIpv6 = network.includes(':');
      const address = isIpv6 ? `${network}::` : network;
      if (!isPublicAddress(address)) return null;
      // an IPv4-only table would misread the first bits of an IPv6 address
      if (isIpv6 && table.metadata.ipVersion === 4) return null;
      try {
        return countryIn(table.get(address));
      } catch (error) {
        log.warn({ error: String(error) }, 'the country table is damaged');
        return null;
      }
    },
  };
};
