import { readDataLocations } from '../settings/config.ts';
import { restoreBackup } from './backup/restore.ts';
import { runAlone, write } from './commandLine.ts';

const USAGE = `npm run restore -- FILE   restores a backup from npm run backup into DATA_DIR, which must be empty. It stays empty if
                          the file is damaged.`;

const [file, ...rest] = process.argv.slice(2);

if (file === undefined || file.startsWith('-') || rest.length > 0) {
  write(USAGE);
  process.exitCode = 2;
} else runAlone(() => restoreBackup({ places: readDataLocations(process.env), file, write }));
