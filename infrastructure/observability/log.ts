import pino, { type DestinationStream, type Logger } from 'pino';

/** `silent` writes nothing. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Redacted at any depth: credentials, secrets and personal data. */
const REDACTED_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'jwt',
  'masterKey',
  'iban',
  'accountHolder',
  'email',
  'to',
  'fullName',
  'streetAddress1',
  'streetAddress2',
  'postalCode',
];

const redacted = REDACTED_NAMES.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : name;
  const below = (parent: string) => (key.startsWith('[') ? `${parent}${key}` : `${parent}.${key}`);
  return [key, below('*'), below('*.*'), below('*.*.*')];
});

const TIMES = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: '', 40: 'warning', 50: 'error', 60: 'fatal' };

/** One short line for a terminal. */
const shortLine = (json: string): string => {
  const { level, time, msg, pid, hostname, name, ...details } = JSON.parse(json);
  const rest = Object.entries(details).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${[TIMES.format(time), LEVELS[level], msg, ...rest].filter(Boolean).join(' ')}\n`;
};

type LogOptions = {
  level: LogLevel;
  /** Default: standard output. */
  destination?: DestinationStream;
  /** Short lines instead of JSON. Default: if standard output is a terminal. */
  short?: boolean;
};

/** Writes one JSON object per line: details first, then the message. */
export const openLog = ({ level, destination, short = process.stdout.isTTY === true }: LogOptions): Logger => {
  const out = destination ?? pino.destination({ fd: 1, sync: true });
  const lines: DestinationStream = short ? { write: (json) => out.write(shortLine(json)) } : out;
  return pino({ level, base: null, redact: { paths: redacted, censor: '[hidden]' } }, lines);
};
