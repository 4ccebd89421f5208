import type { Log } from '#application/ports/log.ts';

type Line = { level: 'info' | 'warn' | 'error'; details: Record<string, unknown>; message: string };

/** Keeps log lines for tests of alarms. */
export const silentLog = (): Log & { lines: Line[] } => {
  const lines: Line[] = [];
  const at = (level: Line['level']) => (details: object, message: string) => {
    lines.push({ level, details: details as Record<string, unknown>, message });
  };
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
};
