import { ApiError } from './ApiError.ts';
import { read } from './answers.ts';
import { newCommandId } from './commandId.ts';
import { awaited, send, underId } from './commands.ts';
import {
  COMMAND_ID_HEADER,
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  READ_ONLY_HEADER,
  RECEIPT_HEADER,
} from './headers.ts';
import { sawReceipt } from './keptReceipts.ts';
import { renewOrEnd } from './makeEnough.ts';
import { highestPosition, sawPosition } from './positions.ts';
import { sawReadOnly } from './readOnly.ts';
import { sawDate } from './serverTime.ts';
import { endOf, endSession } from './sessionEnd.ts';
import { currentToken } from './sessionStore.ts';
import { standing } from './standing.ts';
import { isExpired } from './tokens.ts';
import type { Progress } from './upload.ts';

/** The API is always on this site. */
export const API_BASE = '/api';

/** Sent with every request: marks it as ours and disables caching. */
export const OWN_HEADERS = {
  'X-Requested-With': 'XMLHttpRequest',
  'Cache-Control': 'no-cache, no-store',
  Pragma: 'no-cache',
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type CallOptions = {
  signal?: AbortSignal;
  /** Sent without a token, as a visitor. */
  anonymous?: boolean;
  /** A 401 is this call's answer (wrong password, session check) and does not end the session. */
  keepsSession?: boolean;
  /**
   * A fixed command id: a retry runs once. Without it, an unanswered command is recognised for an hour
   * (`unanswered.ts`).
   */
  commandId?: string;
  /** Nobody waits for the answer. */
  behind?: boolean;
  /** An `ETag` that is here already: the body is undefined if nothing has changed. */
  tag?: string | undefined;
  heard?: (headers: Headers) => void;
};

export const unanswered = (endpoint: string): ApiError =>
  // without a network the request never left; otherwise only its answer may be lost
  new ApiError(
    navigator.onLine ? 'No connection. Please check it and try again.' : 'No connection. Nothing was sent.',
    {
      status: 0,
      statusText: '',
      endpoint,
    },
  );

const authorize = (headers: Headers): void => {
  const token = currentToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
};

/**
 * The token, renewed if expired or if `anyway`. `quietly`: the caller ends the session.
 * @throws ApiError if the session is over or the server unreachable
 */
export const freshToken = async (endpoint: string, how?: 'anyway' | 'quietly'): Promise<string | undefined> => {
  const token = currentToken();
  if (token && (how === 'anyway' || isExpired(token))) {
    await renewOrEnd(api, endpoint, how);
  }
  return currentToken();
};

/** An expired token is renewed before sending, or the session ends. */
const headersFor = async (
  method: Method,
  endpoint: string,
  { anonymous, keepsSession, commandId, tag }: CallOptions,
): Promise<Headers> => {
  const headers = new Headers({ ...OWN_HEADERS, Accept: 'application/json' });
  // Read the token before any await: signing out clears it synchronously.
  if (keepsSession) authorize(headers);
  else if (!anonymous) await freshToken(endpoint);
  const position = highestPosition();
  if (method === 'GET' && position) headers.set(MIN_POSITION_HEADER, position);
  if (commandId) headers.set(COMMAND_ID_HEADER, commandId);
  if (tag) headers.set('If-None-Match', tag);
  return headers;
};

/** Reads the answer. A 401 renews the session or ends it, unless a newer session began after sending. */
const concluded = <Body>(
  options: CallOptions & { headers: Headers; position: string | null },
  answer: () => unknown,
): Body => {
  sawPosition(options.position);
  try {
    return answer() as Body;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || options.anonymous || options.keepsSession) throw error;
    const end = endOf(error);
    // may be renewed: retry
    if (end === 'expired') throw error;
    const token = currentToken();
    if (token && options.headers.get('Authorization') !== `Bearer ${token}`) throw error;
    endSession(end);
    throw new ApiError('Authentication failed. Please log in again.', error);
  }
};

type Sending<Answer> = (signal: AbortSignal | undefined, goesOn: () => void) => Promise<Answer>;
type Awaiting = <Answer>(send: Sending<Answer>) => Promise<Answer>;

/** A command keeps its id until answered, and a late answer is announced. Queries and signing out have neither. */
const under = async <Body>(
  method: Method,
  endpoint: string,
  body: unknown,
  given: CallOptions,
  ask: (options: CallOptions, awaiting: Awaiting) => Promise<Body>,
): Promise<Body> => {
  const { signal, keepsSession } = given;
  if (method === 'GET' || signal || keepsSession)
    return ask(method === 'GET' ? given : { commandId: newCommandId(), ...given }, (send) =>
      send(signal, () => undefined),
    );
  return underId({ method, endpoint, body }, given, (options) =>
    ask(options, (send) => awaited(endpoint, options, send)),
  );
};

const call = <Body>(method: Method, path: string, body: unknown, given: CallOptions): Promise<Body> => {
  const endpoint = path.replace(/^\//, '');
  return under(method, endpoint, body, given, async (options, awaiting) => {
    const headers = await headersFor(method, endpoint, options);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    return standing(async () => {
      // a retry after renewal or re-authentication uses the new token
      if (!options.anonymous) authorize(headers);
      const { response, text } = await awaiting(async (signal) => {
        const request: RequestInit = {
          method,
          headers,
          credentials: 'include',
          cache: 'no-store',
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal ? { signal } : {}),
        };
        try {
          const response = await fetch(`${API_BASE}/${endpoint}`, request);
          return { response, text: response.status === 204 ? '' : await response.text() };
        } catch (error) {
          if (options.signal?.aborted) throw error;
          throw unanswered(endpoint);
        }
      });
      const { status, statusText } = response;
      options.heard?.(response.headers);
      const contentType = response.headers.get('Content-Type');
      const position = response.headers.get(POSITION_HEADER);
      sawDate(response.headers.get('Date'));
      sawReceipt(response.headers.get(RECEIPT_HEADER));
      sawReadOnly(response.headers.get(READ_ONLY_HEADER));
      return concluded<Body>({ ...options, headers, position }, () =>
        read({ status, statusText, contentType, text }, endpoint),
      );
    }, api);
  });
};

/** Uploads files with progress, 0 to 1. */
const upload = <Body>(
  path: string,
  form: FormData,
  { onProgress, ...given }: CallOptions & { onProgress?: Progress } = {},
): Promise<Body> => {
  const endpoint = path.replace(/^\//, '');
  return under('POST', endpoint, form, given, async (options, awaiting) => {
    const headers = await headersFor('POST', endpoint, options);
    return standing(async () => {
      authorize(headers);
      const answer = await awaiting(async (signal, goesOn) => {
        const moved: Progress = (share) => {
          goesOn();
          onProgress?.(share);
        };
        return send({ url: `${API_BASE}/${endpoint}`, headers, form, onProgress: moved, signal });
      });
      if (!answer) throw unanswered(endpoint);
      sawReceipt(answer.receipt);
      return concluded({ ...options, headers, position: answer.position }, () => read(answer, endpoint));
    }, api);
  });
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
