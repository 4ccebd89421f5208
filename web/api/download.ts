import { ApiError } from './ApiError.ts';
import { API_BASE, OWN_HEADERS } from './client.ts';
import { currentToken } from './sessionStore.ts';

const UNANSWERED = 'The archives cannot be reached. Please check your connection and try again.';

/** `attachment; filename="case-TX.zip"`. */
const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'download';

/** A file that the API makes, kept by the browser: a link would carry no token. @throws ApiError */
export const download = async (endpoint: string): Promise<void> => {
  const headers = { ...OWN_HEADERS, Authorization: `Bearer ${currentToken() ?? ''}` };
  const response = await fetch(`${API_BASE}/${endpoint}`, { headers, credentials: 'include' }).catch(() => {
    throw new ApiError(UNANSWERED, { status: 0, statusText: '', endpoint });
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
