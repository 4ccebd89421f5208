import { ApiError } from './ApiError.ts';
import { API_BASE, freshToken, OWN_HEADERS, unanswered } from './client.ts';

/** `attachment; filename="case-TX.zip"`. */
const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'download';

/** A file that the API makes, kept by the browser: a link would carry no token. @throws ApiError */
export const download = async (endpoint: string): Promise<void> => {
  const headers = { ...OWN_HEADERS, Authorization: `Bearer ${(await freshToken(endpoint)) ?? ''}` };
  const response = await fetch(`${API_BASE}/${endpoint}`, { headers, credentials: 'include' }).catch(() => {
    throw unanswered(endpoint);
  });
  const { ok, status, statusText } = response;
  if (!ok) {
    const data: unknown = await response.json().catch(() => undefined);
    throw new ApiError(statusText, { status, statusText, data, endpoint });
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = nameIn(response.headers.get('Content-Disposition'));
  link.click();
  URL.revokeObjectURL(link.href);
};
