import { ApiError } from './ApiError.ts';
import { read } from './answers.ts';
import {
  COMMAND_ID_HEADER,
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  READ_ONLY_HEADER,
  RECEIPT_HEADER,
} from './headers.ts';
import { sawReceipt } from './keptReceipts.ts';
import { highestPosition, sawPosition } from './positions.ts';
import { sawReadOnly } from './readOnly.ts';
import { sawDate } from './serverTime.ts';
import { endOf, endSession } from './sessionEnd.ts';
import { currentToken } from './sessionStore.ts';
import { standing } from './standing.ts';
import { isExpired } from './tokens.ts';
import type { Progress } from './upload.ts';

/** Everything is asked of this site's own `/api`. */
export const API_BASE = '/api';

/** Of everything that this site asks: the marker of the browser, and that nothing between keeps an answer. */
export const OWN_HEADERS = {
  'X-Requested-With': 'XMLHttpRequest',
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type CallOptions = {
  signal?: AbortSignal;
  /** Asked as a visitor: no token goes along. */
  anonymous?: boolean;
  /** A 401 is an answer of this call (wrong password, session check), not the end of the session. */
  keepsSession?: boolean;
  /** Give the same id to a second try of the same action: the server then does it once. */
  commandId?: string;
};

export const newCommandId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const unanswered = (endpoint: string): ApiError =>
  new ApiError('The archives cannot be reached. Please check your connection and try again.', {
    status: 0,
    statusText: '',
    endpoint,
  });

const signedOut = (endpoint: string, message: string, data?: unknown): ApiError =>
  new ApiError(message, { status: 401, statusText: 'Unauthorized', data, endpoint });

const authorize = (headers: Headers): void => {
  const token = currentToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
};

/** The headers of a call; a token past its time ends the session here, before anything is sent. */
const headersFor = (method: Method, endpoint: string, { anonymous, keepsSession, commandId }: CallOptions): Headers => {
  const headers = new Headers({ ...OWN_HEADERS, Accept: 'application/json' });
  const token = anonymous ? undefined : currentToken();
  if (token && isExpired(token) && !keepsSession) {
    endSession('expired');
    throw signedOut(endpoint, 'Session expired. Please log in again.');
  }
  if (!anonymous) authorize(headers);
  const position = highestPosition();
  if (method === 'GET' && position) headers.set(MIN_POSITION_HEADER, position);
  if (method !== 'GET') headers.set(COMMAND_ID_HEADER, commandId ?? newCommandId());
  return headers;
};

/** Reads the answer; a 401 ends the session, unless a newer one has begun since the call was sent. */
const concluded = <Body>(
  endpoint: string,
  options: CallOptions & { headers: Headers; position: string | null },
  answer: () => unknown,
): Body => {
  sawPosition(options.position);
  try {
    return answer() as Body;
  } catch (error) {
    const ownAnswer = options.anonymous || options.keepsSession;
    if (!(error instanceof ApiError) || error.status !== 401 || ownAnswer) throw error;
    const token = currentToken();
    if (token && options.headers.get('Authorization') !== `Bearer ${token}`) throw error;
    endSession(endOf(error));
    throw signedOut(endpoint, 'Authentication failed. Please log in again.', error.data);
  }
};

const call = async <Body>(method: Method, path: string, body: unknown, options: CallOptions): Promise<Body> => {
  const endpoint = path.replace(/^\//, '');
  const headers = headersFor(method, endpoint, options);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const request: RequestInit = {
    method,
    headers,
    credentials: 'include',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  return standing(async () => {
    // asked again after its owner has shown who they are, it has the token that shows that
    if (!options.anonymous) authorize(headers);
    const response = await fetch(`${API_BASE}/${endpoint}`, request).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw unanswered(endpoint);
    });
    const { status, statusText } = response;
    const contentType = response.headers.get('Content-Type');
    const text = status === 204 ? '' : await response.text();
    const position = response.headers.get(POSITION_HEADER);
    sawDate(response.headers.get('Date'));
    sawReceipt(response.headers.get(RECEIPT_HEADER));
    sawReadOnly(response.headers.get(READ_ONLY_HEADER));
    return concluded<Body>(endpoint, { ...options, headers, position }, () =>
      read({ status, statusText, contentType, text }, endpoint),
    );
  }, api);
};

/** Sends files with their progress; 0 to 1. */
const upload = async <Body>(
  path: string,
  form: FormData,
  { onProgress, ...options }: CallOptions & { onProgress?: Progress } = {},
): Promise<Body> => {
  const endpoint = path.replace(/^\//, '');
  const headers = headersFor('POST', endpoint, options);
  const { send } = await import('./upload.ts').catch((error: unknown) => {
    // The part itself could not be fetched: no connection, as for the call.
    if (error instanceof TypeError) throw unanswered(endpoint);
    throw error;
  });
  const answer = await send({ url: `${API_BASE}/${endpoint}`, headers, form, onProgress, signal: options.signal });
  if (!answer) throw unanswered(endpoint);
  sawReceipt(answer.receipt);
  return concluded(endpoint, { ...options, headers, position: answer.position }, () => read(answer, endpoint));
};

/** Paths are relative to /api. Every failure is an ApiError. */
export const api = {
  get: <Body>(path: string, options: CallOptions = {}) => call<Body>('GET', path, undefined, options),
  post: <Body>(path: string, body?: unknown, options: CallOptions = {}) => call<Body>('POST', path, body, options),
  put: <Body>(path: string, body?: unknown, options: CallOptions = {}) => call<Body>('PUT', path, body, options),
  patch: <Body>(path: string, body?: unknown, options: CallOptions = {}) => call<Body>('PATCH', path, body, options),
  delete: <Body>(path: string, options: CallOptions = {}) => call<Body>('DELETE', path, undefined, options),
  upload,
};
