import { CSV_HEAD, csvOf, exportName, ndjsonOf } from '#application/audit/eventExport.ts';
import {
  eventExportQuery,
  eventHistogram,
  eventHistogramQuery,
  eventPage,
  eventSearchQuery,
} from '#application/contract/eventSearch.ts';
import { access } from '#domain/access/access.ts';
import type { EventFilter } from '#projections/audit/events/conditions.ts';
import { type After, MOST_EXPORTED } from '#projections/audit/events/queries.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { openExportLogged } from './accessedRecords.ts';
import { openEventFilters } from './eventConditions.ts';
import { sendExport } from './sendExport.ts';

const tag = 'Audit';
const refuses = { 400: 'The query cannot be read: `eventQueryInvalid`, with the place of the fault in `errors.q`' };
const PER_READ = 1_000;

const afterOf = (cursor: string | null | undefined): After | undefined => {
  const [at, position] = cursor?.split('.') ?? [];
  return at === undefined || position === undefined ? undefined : { at: Number(at), position };
};

/** Search over the events of all histories. No answer holds a personal field; an export names those who acted. */
export const auditEventEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, clock } = deps;
  const filterOf = openEventFilters(deps);
  const exportLogged = openExportLogged(deps);

  async function* exported(filter: EventFilter, format: 'csv' | 'ndjson') {
    if (format === 'csv') yield CSV_HEAD;
    let cursor: string | null = null;
    for (let read = 0; read < MOST_EXPORTED; read += PER_READ) {
      const page = await queries.events.eventsFound(filter, { after: afterOf(cursor), limit: PER_READ });
      yield format === 'csv' ? csvOf(page.events) : ndjsonOf(page.events);
      cursor = page.next;
      if (cursor === null) return;
    }
  }

  return [
    endpoint({
      method: 'get',
      path: 'audit/events',
      operationId: 'searchEvents',
      summary: 'Search the events of all histories, newest first',
      tag,
      may: access.history.see.events,
      query: eventSearchQuery,
      response: eventPage,
      refuses,
      handle: async ({ query: { q, cursor, since, limit }, account, context }) => {
        const { filter, maskedTexts, unknownNames } = await filterOf(q, account, context);
        const page = await queries.events.eventsFound(filter, { after: afterOf(cursor), since, limit });
        return { body: { ...page, maskedTexts, unknownNames } };
      },
    }),
    endpoint({
      method: 'get',
      path: 'audit/events/histogram',
      operationId: 'countEvents',
      summary: 'Count the events that a search finds, by day',
      tag,
      may: access.history.see.events,
      query: eventHistogramQuery,
      response: eventHistogram,
      refuses,
      handle: async ({ query: { q }, account, context }) => ({
        body: await queries.events.eventHistogram((await filterOf(q, account, context)).filter),
      }),
    }),
    endpoint({
      method: 'get',
      path: 'audit/events/export',
      operationId: 'exportEvents',
      summary: `Export the newest ${MOST_EXPORTED.toLocaleString('en')} events that a search finds, as CSV or one JSON object per line`,
      tag,
      may: access.history.see.events,
      query: eventExportQuery,
      produces: 'text/csv',
      refuses,
      handle: async ({ query: { q, format }, account, context }) => {
        const { filter } = await filterOf(q, account, context);
        await exportLogged({ q, format }, account, context);
        const name = exportName(q, clock.now());
        return {
          body: undefined,
          stream: (response) => sendExport(response, exported(filter, format), { name, format, rows: MOST_EXPORTED }),
        };
      },
    }),
  ];
};
