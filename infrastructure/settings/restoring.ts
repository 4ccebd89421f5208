import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../system/startFailure.ts';

/** Marks a data folder while a backup is being restored into it. */
export const RESTORING = '.restoring';

/** Refuses to start on half a backup. @throws ConfigurationError */
export const refuseUnfinishedRestore = (dataDir: string): void => {
  if (existsSync(join(dataDir, RESTORING)))
    throw new ConfigurationError(
      `a restore into ${dataDir} (DATA_DIR) is under way or was cut off: wait for it, or empty the folder and restore again`,
    );
};
