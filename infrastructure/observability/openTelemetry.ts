import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Tracing } from './tracing.ts';

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

const begunElsewhere = (traceparent: string | undefined): Context => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const isRemote = true;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote });
};

/** Exports spans without any global state, so several marketplaces can run in one process. */
export const openOpenTelemetry = (endpoint: string, role: string): Tracing => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'reliquary', 'service.instance.role': role }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }), {
        scheduledDelayMillis: 2_000,
      }),
    ],
  });
  const tracer = provider.getTracer('reliquary');
  const contexts = new AsyncLocalStorage<Context>();
  const present = () => contexts.getStore() ?? ROOT_CONTEXT;

  return {
    span: (name, attributes, work) => {
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, present());
      return contexts.run(trace.setSpan(present(), span), async () => {
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    request: (name, traceparent) => {
      const context = begunElsewhere(traceparent);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, context);
      return {
        enter: (work) => contexts.run(trace.setSpan(context, span), work),
        end: (finalName, attributes, failed) => {
          span.updateName(finalName);
          span.setAttributes({ ...attributes });
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    ended: (name, attributes, durationMs) =>
      tracer.startSpan(name, { attributes: { ...attributes }, startTime: Date.now() - durationMs }, present()).end(),
    close: () => provider.shutdown(),
  };
};
