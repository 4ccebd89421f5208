import { API_BASE, OWN_HEADERS } from './client.ts';

/** ms without data after which a stream counts as dead. The server sends a comment every 15 s. */
export const SILENCE = 40_000;

/**
 * `refused`: the server offers no stream for this session, so do not retry. `ended`: it closed or was unreachable.
 */
type StreamEnd = 'refused' | 'ended';

type Reading = { path: string; token: string; signal: AbortSignal; onEvent: (name: string) => void };

/** Names of the complete events in the buffer, and the incomplete rest. */
export const eventsIn = (text: string): { events: string[]; rest: string } => {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('event:'))
      .map((line) => line.slice('event:'.length).trim()),
  );
  return { events, rest };
};

/** `EventSource` cannot send a bearer token, so this uses fetch. Resolves when the stream ends for any reason. */
export const readEvents = async ({ path, token, signal, onEvent }: Reading): Promise<StreamEnd> => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const response = await fetch(`${API_BASE}/${path}`, {
      headers: { ...OWN_HEADERS, Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const streams = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    if (!streams || !response.ok || !response.body)
      return response.status >= 500 || response.status === 429 ? 'ended' : 'refused';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let open = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      const { events, rest } = eventsIn(open + value);
      open = rest;
      for (const event of events) onEvent(event);
    }
  } catch (error) {
    // No connection, a broken one, or an abort: the caller knows which.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError')) return 'ended';
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
