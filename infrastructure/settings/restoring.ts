import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../system/startFailure.ts';

/** In a data folder while a backup is restored into it. */
export const RESTORING = '.restoring';

/** Half of a backup must not begin to live. @throws ConfigurationError */
export const refuseUnfinishedRestore = (dataDir: string): void => {
  if (existsSync(join(dataDir, RESTORING)))
    throw new ConfigurationError(
      `a restore into ${dataDir} (DATA_DIR) is under way or was cut off: wait for it, or empty the folder and restore again`,
    );
};
