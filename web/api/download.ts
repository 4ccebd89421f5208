import { ApiError } from './ApiError.ts';
import { API_BASE, api, freshToken, OWN_HEADERS, unanswered } from './client.ts';
import { awaited } from './commands.ts';

const lost = (endpoint: string) => (): never => {
  throw unanswered(endpoint);
};

/** `attachment; filename="case-TX.zip"`. */
const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'download';

const received = async (body: ReadableStream<Uint8Array<ArrayBuffer>>, goesOn: () => void): Promise<Blob> => {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    goesOn();
    parts.push(value);
  }
};

/** A download that the user started; like a command, a late answer is announced. */
export const fetched = async <Body>(endpoint: string): Promise<Body> => {
  return awaited(endpoint, { question: true }, (signal) => api.get<Body>(endpoint, signal && { signal }));
};

/**
 * Downloads a file from the API. A plain link could not send the token.
 * @throws ApiError
 */
export const download = async (endpoint: string): Promise<void> => {
  const headers = { ...OWN_HEADERS, Authorization: `Bearer ${(await freshToken(endpoint)) ?? ''}` };
  const { response, file } = await awaited(endpoint, { question: true }, async (signal, goesOn) => {
    const request: RequestInit = { headers, credentials: 'include', ...(signal && { signal }) };
    const response = await fetch(`${API_BASE}/${endpoint}`, request).catch(lost(endpoint));
    const { ok, status, statusText, body } = response;
    if (ok && body) return { response, file: await received(body, goesOn).catch(lost(endpoint)) };
    const data: unknown = await response.json().catch(() => undefined);
    throw new ApiError(statusText, { status, statusText, data, endpoint });
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = nameIn(response.headers.get('Content-Disposition'));
  link.click();
  URL.revokeObjectURL(link.href);
};
