import { API_BASE, OWN_HEADERS } from './client.ts';
import { currentToken } from './sessionStore.ts';

/** Arrives even if the page closes meanwhile. Nobody waits for the answer, and nothing is sent again. */
export const sendLast = (endpoint: string, body: object): void => {
  const token = currentToken();
  if (!token) return;
  const headers = { ...OWN_HEADERS, 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const request = {
    method: 'PUT',
    headers,
    body: JSON.stringify(body),
    credentials: 'include',
    keepalive: true,
  } as const;
  void fetch(`${API_BASE}/${endpoint}`, request).catch(() => undefined);
};
