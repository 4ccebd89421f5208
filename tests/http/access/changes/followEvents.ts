/** Everything that a person’s event stream sends until they leave. */
export const followEvents = async (url: string, token: string | undefined): Promise<() => Promise<string>> => {
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL('/api/events', url), { headers, signal: leaving.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return async () => {
    leaving.abort();
    await reading;
    return text;
  };
};
