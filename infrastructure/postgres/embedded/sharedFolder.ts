import { mkdirSync } from 'node:fs';

const FOLDER = '/var/lib/reliquary';

/** Only used by root: a place that the server's unprivileged account can reach when the project or its data folder is not. */
export const sharedFolder = (): string => {
  mkdirSync(FOLDER, { recursive: true, mode: 0o755 });
  return FOLDER;
};
