import type { StreamSegment } from '#application/contract/audit.ts';
import { STREAM_LENGTH_HEADER } from '#application/contract/limits.ts';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/queryClient.ts';

/** `length`: of the whole history. `tag`: changes with what the reader may see of this part. */
export type LoadedSegment = { segment: StreamSegment; length: number; tag: string };

/**
 * One part of a history. A part that was read before is kept in the memory of this page, never on the disk, and asked for by its tag.
 * @throws ApiError
 */
export const readSegment = async (stream: string, n: number, signal: AbortSignal): Promise<LoadedSegment> => {
  const queryKey = ['audit', 'segment', stream, n];
  const known = queryClient.getQueryData<LoadedSegment>(queryKey);
  let headers = new Headers();
  const path = `audit/streams/${encodeURIComponent(stream)}/segments/${n}`;
  const heard = (said: Headers) => {
    headers = said;
  };
  const segment =
    (await api.get<StreamSegment | undefined>(path, { signal, tag: known?.tag, heard })) ?? known?.segment;
  if (!segment) throw new Error(`no part ${n} of a history came`);
  const last = segment.events.at(-1);
  const length = Number(headers.get(STREAM_LENGTH_HEADER)) || (last ? last.revision + 1 : 0);
  const loaded = { segment, length, tag: headers.get('ETag') ?? `${n} ${last?.hash}` };
  queryClient.setQueryData(queryKey, loaded);
  return loaded;
};
