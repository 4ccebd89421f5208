import { API_BASE, OWN_HEADERS } from './client.ts';

/** The server's comment lines come every 15 s; a stream that says nothing for so long (ms) is a dead one. */
export const SILENCE = 40_000;

/** `refused`: the server has no stream for this session, so asking again changes nothing. `ended`: it was there, or could not be reached. */
type StreamEnd = 'refused' | 'ended';

type Reading = { token: string; signal: AbortSignal; onEvent: (name: string) => void };

/** The names of the events that a piece of the stream ends; what is left of it is not complete yet. */
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

/** `EventSource` cannot carry a bearer token, so the stream is fetched. Comes back when it ends, for whatever reason. */
export const readEvents = async ({ token, signal, onEvent }: Reading): Promise<StreamEnd> => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  try {
    const response = await fetch(`${API_BASE}/events`, {
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
    // No connection, a connection that broke, or one that was given up: the caller knows which.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError')) return 'ended';
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
