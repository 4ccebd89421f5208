import type { EventStore } from '#application/ports/eventStore.ts';
import type { Jobs } from '#application/ports/jobs.ts';
import type { Tracing } from './tracing.ts';

/** Adds a span per append. */
export const tracedStore = (store: EventStore, tracing: Tracing): EventStore => ({
  readStream: (stream, options) => store.readStream(stream, options),
  readAll: (options) => store.readAll(options),
  subscribeAll: (subscription) => store.subscribeAll(subscription),
  cuts: () => store.cuts(),
  head: () => store.head(),
  close: () => store.close(),
  append: (stream, events, expected) =>
    tracing.span(
      'append',
      {
        'reliquary.stream': stream.split('-')[0],
        'reliquary.events': events.map(({ type }) => type).join(' '),
        'reliquary.correlation_id': events[0]?.metadata.correlationId,
      },
      () => store.append(stream, events, expected),
    ),
});

/** Adds a span per attempt. */
export const tracedJobs = <Traced extends Jobs>(jobs: Traced, tracing: Tracing): Traced => ({
  ...jobs,
  work: (queue, handler, options) =>
    jobs.work(
      queue,
      (job) =>
        tracing.span(`job ${queue}`, { 'reliquary.queue': queue, 'reliquary.attempt': job.attempt }, () =>
          handler(job),
        ),
      options,
    ),
});
