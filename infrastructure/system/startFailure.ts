const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** A variable that is wrong: its message is the one line that whoever starts the marketplace reads. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** A start that failed for a reason that its user can do something about: its message is one clear line. */
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

/** The line for whoever started it; undefined for a failure that needs its stack. */
export const lineFor = (error: unknown): string | undefined =>
  error instanceof ConfigurationError || error instanceof StartFailure
    ? `Reliquary cannot start: ${error.message}`.replace(/\s*\n\s*/g, ' ')
    : undefined;
