import { existsSync, readFileSync } from 'node:fs';
import { ED25519, keyText, type NoteKey } from '#application/transparency/signedNote.ts';
import type { Storage } from '../../composition/storage.ts';
import { entriesOf, lastHeadFile, signingKeyFile } from '../../composition/transparency.ts';
import type { Config } from '../../settings/config.ts';
import { StartFailure } from '../../system/startFailure.ts';
import { keysOfLog } from '../../transparency/logKeys.ts';
import { readSigningKey } from '../../transparency/signingKey.ts';
import type { Finding } from '../../transparency/verify/findings.ts';
import { readAhead } from '../../transparency/verify/readAhead.ts';
import { collectReferences, type WitnessWord } from '../../transparency/verify/references.ts';
import { type LogVerification, type VerifyOptions, verifyLog } from '../../transparency/verify/verifyLog.ts';
import { brokenStream, type Chains, checkChains, hiddenStream } from './chains.ts';

export type AttestOptions = {
  storage: Pick<Storage, 'db' | 'store' | 'journal'>;
  config: Pick<Config, 'dataDir' | 'eventStoreUrl'> & {
    transparency: Pick<Config['transparency'], 'signer' | 'witnesses'>;
  };
  /** Reads leaves in a child process if the log has at least `from` events. */
  ahead?: { from: number; read: typeof readAhead };
  /** The log's public key, as its reader knows it; default: the key that signs here. */
  key?: NoteKey | undefined;
  write(line: string): void;
  /** Reports a violation. */
  complain(line: string): void;
};

const brokenText = (found: Finding | { night: string }): string =>
  'night' in found
    ? `BROKEN: the attestation of the night of ${found.night} sealed other events than those before it`
    : `BROKEN: ${found.stream}, revision ${found.revision}: ${found.reason}`;

const signersKey = (config: AttestOptions['config']): NoteKey | undefined => {
  if (config.transparency.signer) return config.transparency.signer.key;
  const file = signingKeyFile(config);
  return existsSync(file) ? readSigningKey(readFileSync(file, 'utf8'), ED25519)?.key : undefined;
};

const chainTexts = ({ events, streams, nights, unsealed }: Exclude<Chains, { broken: unknown }>): string[] => [
  `${events} events in ${streams} streams are what was written, each after the one before it.`,
  `${nights} nights have sealed them; ${unsealed} events are newer than the last.`,
];

const witnessText = ({ name, size, away }: WitnessWord): string => {
  if (away) return `${name} cannot be reached: that it was shown the same log, only the operator says.`;
  return size === undefined
    ? `${name} has signed nothing of this log yet: that it was shown the same one, only the operator says.`
    : `${name} has signed this log, up to event ${size}.`;
};

const AHEAD = { from: 100_000, read: readAhead };

/** `verifyLog`, with half of the work in a child process for large logs. */
const verifyWhole = async (
  { config, ahead = AHEAD }: AttestOptions,
  options: VerifyOptions,
): Promise<LogVerification> => {
  const { db } = options;
  const { size } = (await db<{ size: number }>('tlog_progress').first('size')) ?? { size: 0 };
  if (config.eventStoreUrl !== undefined || size < ahead.from) return verifyLog(options);
  const reading = ahead.read(db);
  return verifyLog({ ...options, leaves: reading.leaves }).finally(reading.close);
};

/**
 * Checks what the log cannot prove: events after the last checkpoint, and streams that EventStoreDB no longer shows.
 */
const besideTheLog = async ({ storage: { store }, config }: AttestOptions, { unsealed, ends }: LogVerification) =>
  (await brokenStream(store, unsealed.streams)) ??
  (config.eventStoreUrl === undefined ? undefined : await hiddenStream(store, ends));

/** Verifies all events while the marketplace runs. Returns the exit code. */
export const attest = async (attesting: AttestOptions): Promise<number> => {
  const { storage, config, write, complain } = attesting;
  const { db } = storage;
  const progress = (events: number): void => write(`${events} events …`);
  const broken = (...findings: (Finding | { night: string })[]): number => {
    for (const found of findings) complain(brokenText(found));
    return 1;
  };
  const byChains = async (): Promise<number> => {
    const chains = await checkChains(storage, progress);
    if (chains.broken) return broken(chains.broken);
    for (const line of chainTexts(chains)) write(line);
    return 0;
  };

  const key = attesting.key ?? signersKey(config);
  if (!key && (await db('tlog_heads').first()))
    throw new StartFailure(
      'the log has signed heads, and its key is not here: set LOG_SIGNING_KEY, or DATA_DIR to the folder of the workers, or give its public key with --key',
    );
  if (!key) {
    const code = await byChains();
    if (code === 0) write('No head of the transparency log seals them yet.');
    return code;
  }
  const entries = entriesOf(storage, config);
  const keys = await keysOfLog(entries, key);
  const references = await collectReferences(db, keys, lastHeadFile(config), config.transparency.witnesses);
  const verified = await verifyWhole(attesting, { db, leaves: entries.leaves, references, progress });
  if (verified.findings.length > 0) return broken(...verified.findings);
  const beside = await besideTheLog(attesting, verified);
  if (beside) return broken(beside);

  const { last, witnesses } = references;
  write(`${verified.facts} events in ${verified.streams} streams are what was written.`);
  if (last)
    write(`${last.size} of them are sealed by ${last.who}, signed with ${keyText(keys[references.newestKey]!)}.`);
  if (keys.length > 1)
    write(`${keys.length} keys have signed it, each named by the one before it; you know ${keyText(key)}.`);
  if (verified.unsealed.facts > 0)
    write(`${verified.unsealed.facts} newer ones are not sealed yet; each follows the one before it.`);
  for (const word of witnesses) write(witnessText(word));
  if (last?.enteredAtOnce === 0) return 0;
  if (last)
    write(
      `${last.enteredAtOnce} of them were there when the log began: proven from then on, before that only chained.`,
    );
  return byChains();
};
