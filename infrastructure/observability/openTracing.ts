import { noTracing, type Tracing } from './tracing.ts';

/** @param endpoint of a collector that speaks OTLP over HTTP; undefined: nothing is traced */
export const openTracing = async (endpoint: string | undefined, role: string): Promise<Tracing> => {
  if (endpoint === undefined) return noTracing;
  const { openOpenTelemetry } = await import('./openTelemetry.ts');
  return openOpenTelemetry(endpoint, role);
};
