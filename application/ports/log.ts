/** What pino gives: details first, then a sentence. Personal data, secrets and tokens never go in. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
