/** What a call answered. `body` is undefined for an empty answer. */
export type Reply<Body = Record<string, unknown>> = { status: number; body: Body; headers: Headers };

export type CallOptions = {
  query?: Record<string, string | number>;
  json?: unknown;
  form?: FormData;
  /** X-Command-Id: the same again writes nothing new. */
  commandId?: string;
  headers?: Record<string, string>;
};

/**
 * One visitor of the API: keeps its token, and sees its own writes because it sends the highest position that it has seen.
 * @param url where the server is reached, without /api
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
    // On the same machine it takes longer to compress an answer than to send it.
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

/** The body of a call that must succeed. @throws with what the server said otherwise */
export const succeeded = <Body>(reply: Reply<Body>, what: string): Body => {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
};
