/** `body` is undefined for an empty response. */
export type Reply<Body = Record<string, unknown>> = { status: number; body: Body; headers: Headers };

export type CallOptions = {
  query?: Record<string, string | number>;
  json?: unknown;
  form?: FormData;
  /** X-Command-Id: repeating a call has no effect. */
  commandId?: string;
  headers?: Record<string, string>;
};

/**
 * An API client that keeps its token and reads its own writes by sending the highest position seen. @param url
 * without /api
 */
export const openClient = (url: string, always: Record<string, string> = {}) => {
  let token: string | undefined;
  let position = '';

  // biome-ignore lint/suspicious/noExplicitAny: answers are of every shape; whoever asks knows which
  const call = async <Body = any>(method: string, path: string, options: CallOptions = {}): Promise<Reply<Body>> => {
    const address = new URL(path.startsWith('/') ? path : `/api/${path}`, url);
    for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, String(value));
    const headers = new Headers({ ...always, ...options.headers });
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    // On one machine, compressing takes longer than sending.
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    if (position) headers.set('x-min-position', position);
    if (options.commandId) headers.set('x-command-id', options.commandId);
    if (options.json !== undefined) headers.set('content-type', 'application/json');
    const body = options.form ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
    const response = await fetch(address, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
    const seen = response.headers.get('x-position') ?? '';
    if (seen > position) position = seen;
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : text || undefined) as Body,
      headers: response.headers,
    };
  };

  return {
    call,
    get: (path: string, query?: CallOptions['query']) => call('GET', path, query ? { query } : {}),
    post: (path: string, json: unknown = {}, options: CallOptions = {}) => call('POST', path, { json, ...options }),
    put: (path: string, json: unknown = {}, options: CallOptions = {}) => call('PUT', path, { json, ...options }),
    patch: (path: string, json: unknown = {}, options: CallOptions = {}) => call('PATCH', path, { json, ...options }),
    delete: (path: string) => call('DELETE', path),
    get token() {
      return token;
    },
    signInWith: (granted: string | undefined) => {
      token = granted;
    },
  };
};

export type Client = ReturnType<typeof openClient>;

/** The body of a successful call. @throws with the server's answer otherwise */
export const succeeded = <Body>(reply: Reply<Body>, what: string): Body => {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
};
