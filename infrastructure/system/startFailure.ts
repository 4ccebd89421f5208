const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** An invalid setting; the message is one line for the operator. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** A failed start that the operator can fix; the message is one line. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

export const portFailure = (error: unknown, port: number): unknown => {
  if (codeOf(error) === 'EADDRINUSE')
    return new StartFailure(`port ${port} is taken by another program; stop it or choose another port with PORT`);
  if (codeOf(error) === 'EACCES')
    return new StartFailure(`port ${port} may not be used by this user; choose another with PORT`);
  if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND')
    return new StartFailure('HOST is no address of this machine');
  return error;
};

/** The message for the operator; undefined for bugs, which need their stack. */
export const startErrorLine = (error: unknown): string | undefined =>
  error instanceof ConfigurationError || error instanceof StartFailure
    ? `Reliquary cannot start: ${error.message}`.replace(/\s*\n\s*/g, ' ')
    : undefined;
