import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { nightly, type Recurring } from '../../shared/calendar.ts';
import type { CheckedReadModel } from '../readModelChecks.ts';
import type { ReadModelChecks } from '../storage.ts';

type Deps = { readModelChecks: ReadModelChecks; clock: Clock; log: Log };

/** After the reconciliation with the provider's lists. */
const HOUR_OF_NIGHT = 5;

type UnderWay = { found?: CheckedReadModel; failed?: unknown };

/**
 * Every night, rebuilds each read model from the events, one after another, and compares it with the live one.
 * That takes long, so a sweep only starts the next check and looks for its result. After a crash the check starts
 * again.
 */
export const readModelChecks = ({ readModelChecks: checks, clock, log }: Deps): Recurring => {
  let underWay: UnderWay | undefined;

  const begin = (name: string): UnderWay => {
    const begun: UnderWay = {};
    checks.check(name).then(
      (found) => {
        begun.found = found;
      },
      (error: unknown) => {
        begun.failed = error;
      },
    );
    return begun;
  };

  const keep = async (night: string, found: CheckedReadModel): Promise<void> => {
    await checks.keep({ ...found, night, checkedAt: clock.now() });
    const { name, differing } = found;
    if (differing.length > 0)
      log.error(
        { code: 'readModelDiffers', projection: name, rows: differing },
        'a read model is not what the events say',
      );
  };

  return {
    work: 'readModelChecks',
    period: nightly(HOUR_OF_NIGHT),
    run: async ({ name: night }) => {
      const { found, failed } = underWay ?? {};
      if (underWay && !found && failed === undefined) return 'goesOn';
      underWay = undefined;
      if (failed !== undefined) throw failed;
      if (found) await keep(night, found);
      const done = new Set((await checks.kept()).filter((kept) => kept.night >= night).map(({ name }) => name));
      const next = checks.names.find((name) => !done.has(name));
      if (next === undefined) return 'done';
      underWay = begin(next);
      return 'goesOn';
    },
  };
};
