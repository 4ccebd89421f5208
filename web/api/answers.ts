import { ApiError, textOf } from './ApiError.ts';

/** What `fetch` and `XMLHttpRequest` responses have in common. */
export type Answer = {
  status: number;
  statusText: string;
  contentType: string | null;
  text: string;
};

const isJson = (contentType: string | null): boolean => /[/+]json\b/.test(contentType ?? '');

const parsed = (answer: Answer): { data: unknown } | undefined => {
  if (!isJson(answer.contentType)) return undefined;
  try {
    return { data: JSON.parse(answer.text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The body of a successful answer; undefined for 204, 304 and for non-JSON. Throws an ApiError for other statuses. */
export const read = (answer: Answer, endpoint: string): unknown => {
  const { status, statusText } = answer;
  if (status === 304) return undefined;
  const body = status === 204 ? undefined : parsed(answer);
  if (status >= 200 && status < 300) return body?.data;
  if (!body)
    throw new ApiError(`Network response was not ok: ${status} ${statusText}`, { status, statusText, endpoint });
  const message = textOf(body.data, 'message') ?? `API error: ${status} ${statusText}`;
  throw new ApiError(message, { status, statusText, data: body.data, endpoint });
};
