import { noTracing, type Tracing } from './tracing.ts';

/** @param endpoint of an OTLP/HTTP collector; undefined turns tracing off */
export const openTracing = async (endpoint: string | undefined, role: string): Promise<Tracing> => {
  if (endpoint === undefined) return noTracing;
  const { openOpenTelemetry } = await import('./openTelemetry.ts');
  return openOpenTelemetry(endpoint, role);
};
