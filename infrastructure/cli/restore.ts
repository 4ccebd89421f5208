import { readDataLocations } from '../settings/config.ts';
import { restoreBackup } from './backup/restore.ts';
import { runAlone, write } from './commandLine.ts';

const USAGE = `npm run restore -- FILE   restores a backup of npm run backup into DATA_DIR, which has to be empty. The folder stays empty
                          where the file is damaged.`;

const [file, ...rest] = process.argv.slice(2);

if (file === undefined || file.startsWith('-') || rest.length > 0) {
  write(USAGE);
  process.exitCode = 2;
} else runAlone(() => restoreBackup({ places: readDataLocations(process.env), file, write }));
