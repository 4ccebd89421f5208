import { readConfig } from '../settings/config.ts';
import { makeBackup } from './backup/make.ts';
import { runReading, write } from './commandLine.ts';

const USAGE = `npm run backup -- FILE   saves the embedded database, files and secrets of DATA_DIR into one file (.tar.gz) while the
                         marketplace runs. The file holds every secret and is readable by its owner only.`;

const [file, ...rest] = process.argv.slice(2);

if (file === undefined || file.startsWith('-') || rest.length > 0) {
  write(USAGE);
  process.exitCode = 2;
} else
  runReading(() =>
    makeBackup({
      config: readConfig(process.env),
      file,
      write,
      begun: (remove) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
          process.once(signal, () => {
            remove();
            process.exit(130);
          });
      },
    }),
  );
