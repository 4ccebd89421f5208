import type { ErrorRequestHandler, Response } from 'express';
import multer from 'multer';
import type { SessionOver } from '#application/accounts/accounts.ts';
import { type ErrorBody, LOOKED_AT } from '#application/contract/common.ts';
import { PICTURE_REPLACED } from '#application/contract/replacedPicture.ts';
import { waitsForRelease } from '#application/ports/eventCodec.ts';
import { AppendTooLarge, EventStoreUnavailable, StreamMoved } from '#application/ports/eventStore.ts';
import { FileAltered, FilesUnavailable } from '#application/ports/files.ts';
import { SubjectErased } from '#application/ports/keys.ts';
import type { Log } from '#application/ports/log.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { PictureFailed, PicturesBusy } from '#application/ports/pictures.ts';
import { StreamQuarantined, unreadableAt } from '#application/ports/quarantine.ts';
import { isDatabaseUnavailable } from '../postgres/unavailable.ts';
import { Refused } from './endpoint.ts';

/** How a refusal's code is said over HTTP; the table stands in `rejections.ts`. */
export type Rejections = Readonly<
  Record<string, { status: number; message: string | ((details: Refused['details']) => string); field?: string }>
>;

/** A fault of the request itself. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    { errors, headers = {} }: { errors?: Record<string, string> | undefined; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }
}

export const invalidInput = (errors: Record<string, string>): RequestFault =>
  new RequestFault(400, 'invalidInput', Object.values(errors)[0] ?? 'The request is not valid', { errors });

const REFUSED = 'Authentication failed. Please log in again.';

const OVER: Readonly<Record<SessionOver, readonly [code: string, message: string]>> = {
  expired: ['sessionExpired', 'Session expired. Please login again.'],
  ended: ['sessionEnded', REFUSED],
  suspended: ['sessionSuspended', 'This account is suspended. Please contact support.'],
  reused: ['sessionReused', REFUSED],
  unknown: ['notSignedIn', REFUSED],
};

/** A 401 says so in its body too: the session check reads it there. */
export const notSignedIn = (over: SessionOver = 'unknown'): RequestFault => new RequestFault(401, ...OVER[over]);

/** Whose role asks for a second factor sets one up first. */
export const secondFactorMissing = (): RequestFault =>
  new RequestFault(
    403,
    'secondFactorMissing',
    'Your role asks for a second factor. Please set one up in your settings.',
  );

/** The same request is welcome once `user/step-up` was answered. */
export const stepUpRequired = (): RequestFault =>
  new RequestFault(403, 'stepUpRequired', 'Please show once more that it is you.');

type Said = { status: number; body: ErrorBody; headers?: Record<string, string> };

const RETRY = { 'Retry-After': '2' };
const UNAVAILABLE: Said = {
  status: 503,
  body: { message: 'The marketplace is not available at the moment. Please try again.', code: 'unavailable' },
  headers: RETRY,
};

const BUSY: Said = {
  status: 503,
  body: { message: 'Too many uploads at the moment. Please try again.', code: 'busy' },
  headers: RETRY,
};

const PICTURE_FAILED: Said = {
  status: 503,
  body: { message: 'A picture could not be prepared. Please try again, or choose another one.', code: 'pictureFailed' },
  headers: RETRY,
};

const UPDATING: Said = {
  status: 503,
  body: {
    message: 'The marketplace is being updated, and this is possible again in a moment. Please try again.',
    code: 'updating',
  },
  headers: { 'Retry-After': '5' },
};

const QUARANTINED: ErrorBody = { message: LOOKED_AT, code: 'quarantined' };

/** By the `type` of what the body parsers throw. */
const BODY_FAULTS: Record<string, string> = {
  'entity.parse.failed': 'The request body is not valid JSON',
  'entity.too.large': 'The request is too large',
  'encoding.unsupported': 'The content encoding is not supported',
  'charset.unsupported': 'The character set is not supported',
  'request.size.invalid': 'The request body does not have the announced length',
  'request.aborted': 'The request was aborted',
};

const OTHER_FAULTS: Record<number, string> = {
  412: 'It is not as the request supposes',
  416: 'There is no such part of it',
};

const PASSED_ON = ['status', 'allowed', 'quote', 'sums', 'news', 'revision', 'possibleAt', 'errors'] as const;

/** `supportEmail`: where refusals send people who need a person. */
type EventText = { rejections: Rejections; supportEmail: string };

const sayRefusal = ({ code, details }: Refused, { rejections, supportEmail }: EventText): Said | undefined => {
  const known = rejections[code];
  if (!known) return undefined;
  const { status, message: words, field } = known;
  const message = typeof words === 'string' ? words : words({ ...details, supportEmail });
  const passedOn = Object.fromEntries(PASSED_ON.filter((key) => key in details).map((key) => [key, details[key]]));
  const body = { message, code, ...(field && { errors: { [field]: message } }), ...passedOn };
  return { status, body, ...(status === 503 && { headers: RETRY }) };
};

const say = (error: unknown, eventText: EventText): Said | undefined => {
  if (error instanceof Refused) return sayRefusal(error, eventText);
  if (error instanceof RequestFault) {
    const { status, code, message, errors, headers } = error;
    return { status, headers, body: { message, code, ...(errors && { errors }) } };
  }
  if (waitsForRelease(error)) return UPDATING;
  if (error instanceof StreamQuarantined || unreadableAt(error)) return { status: 423, body: QUARANTINED };
  if (error instanceof StreamMoved)
    return {
      status: 409,
      body: { message: 'Somebody else changed this at the same moment. Please try again.', code: 'changedMeanwhile' },
    };
  if (error instanceof AppendTooLarge)
    return { status: 413, body: { message: 'The request is too large', code: 'tooLarge' } };
  if (error instanceof SubjectErased)
    return {
      status: 410,
      body: { message: 'What was said here is erased; nothing can be added to it.', code: 'erased' },
    };
  if (error instanceof FileAltered)
    return { status: 410, body: { message: PICTURE_REPLACED, code: 'pictureReplaced', ...error.attached } };
  if (error instanceof ProviderUnavailable)
    return {
      status: 503,
      body: {
        message: 'The payment provider does not answer at the moment; please try again shortly.',
        code: 'providerUnavailable',
      },
      headers: RETRY,
    };
  if (error instanceof PicturesBusy) return BUSY;
  if (error instanceof PictureFailed) return PICTURE_FAILED;
  if (error instanceof EventStoreUnavailable || error instanceof FilesUnavailable || isDatabaseUnavailable(error))
    return UNAVAILABLE;
  if (error instanceof multer.MulterError)
    return { status: 400, body: { message: 'The upload is not valid', code: 'invalidInput' } };
  if (error instanceof URIError)
    return { status: 400, body: { message: 'The address is not valid', code: 'invalidInput' } };
  return isRequestFault(error) ? sayRequestFault(error) : undefined;
};

/** What express and its parsers throw about a request: its status, below 500, may be told. */
type HttpError = Error & { status: number; type?: unknown; headers?: Record<string, string> };
const isRequestFault = (error: unknown): error is HttpError =>
  error instanceof Error && 'expose' in error && error.expose === true && 'status' in error;

const sayRequestFault = ({ status, type, headers }: HttpError): Said => {
  const message = BODY_FAULTS[String(type)] ?? OTHER_FAULTS[status] ?? 'The request cannot be read';
  return { status, body: { message, code: 'invalidInput' }, ...(headers && { headers }) };
};

/** What was said already of an answer that is not to come. */
const OF_THE_ANSWER = ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified', 'Accept-Ranges'];

const sendError = (response: Response, { status, body, headers }: Said): void => {
  for (const name of OF_THE_ANSWER) response.removeHeader(name);
  response
    .status(status)
    .set(headers ?? {})
    .set('Cache-Control', 'no-store')
    .type('json')
    .json(status === 401 ? { ...body, status: 401 } : body);
};

/** For whoever waits no longer: what still comes of the request goes to nobody. */
export const sayUnavailable = (response: Response): void => {
  response.locals.givenUp = true;
  sendError(response, UNAVAILABLE);
};

/** The last handler: every failure leaves as `{message, code, errors?}`; an unexpected one as 500 with the correlation id, never with a stack. */
export const errorHandler =
  (eventText: EventText, log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.locals.givenUp) return;
    const said = say(error, eventText);
    if (!said || said.status >= 500) {
      const details = { correlationId: response.locals.correlationId, method: request.method, error: describe(error) };
      if (said) log.warn(details, 'a request could not be served');
      else log.error(details, 'a request failed unexpectedly');
    }
    if (response.headersSent) return next(error);
    sendError(
      response,
      said ?? {
        status: 500,
        body: {
          message: 'Something went wrong',
          code: 'unexpected',
          correlationId: String(response.locals.correlationId),
        },
      },
    );
  };

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
