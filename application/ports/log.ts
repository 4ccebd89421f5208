/** The interface of pino: details first, then a message. Never log personal data, secrets or tokens. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
