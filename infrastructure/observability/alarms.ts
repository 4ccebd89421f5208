import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Counts each error line as an alarm, by its message. Messages hold no data. */
export const countingAlarms = (log: Logger, { registry }: Metrics): Logger => {
  const alarms = new Counter({
    name: 'reliquary_alarms_total',
    help: 'Lines of the log at the level error, by what they say',
    labelNames: ['alarm'],
    registers: [registry],
  });
  return new Proxy(log, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (name !== 'error') return typeof value === 'function' ? value.bind(target) : value;
      return (...line: [object, string?]) => {
        alarms.inc({ alarm: line[1] ?? 'unnamed' });
        target.error(...line);
      };
    },
  });
};
