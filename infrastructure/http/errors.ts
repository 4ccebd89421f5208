import type { ErrorRequestHandler, Response } from 'express';
import multer from 'multer';
import type { SessionOver } from '#application/accounts/accounts.ts';
import { type ErrorBody, PICTURE_REPLACED, QUARANTINED_MESSAGE } from '#application/contract/common.ts';
import { waitsForRelease } from '#application/ports/eventCodec.ts';
import { AppendTooLarge, EventStoreUnavailable, StreamMoved } from '#application/ports/eventStore.ts';
import { FileAltered, FilesUnavailable } from '#application/ports/files.ts';
import { SubjectErased } from '#application/ports/keys.ts';
import type { Log } from '#application/ports/log.ts';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import { PictureFailed, PicturesBusy } from '#application/ports/pictures.ts';
import { StreamQuarantined, unreadableAt } from '#application/ports/quarantine.ts';
import { isDatabaseUnavailable } from '../postgres/failures.ts';
import { Refused } from './endpoint.ts';

/** Refusal code → HTTP status and message; see `rejections.ts`. */
export type Rejections = Readonly<
  Record<string, { status: number; message: string | ((details: Refused['details']) => string); field?: string }>
>;

/** An error in the request itself. */
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

/** The body repeats the 401, because the session check reads it there. */
export const notSignedIn = (over: SessionOver = 'unknown'): RequestFault => new RequestFault(401, ...OVER[over]);

/** For an account whose role requires a second factor that is not set up. */
export const secondFactorMissing = (): RequestFault =>
  new RequestFault(
    403,
    'secondFactorMissing',
    'Your role requires two-factor authentication. Please set it up in your settings.',
  );

/** The client can repeat the request after `user/step-up`. */
export const stepUpRequired = (): RequestFault =>
  new RequestFault(403, 'stepUpRequired', 'Please confirm that it is you.');

type ErrorAnswer = { status: number; body: ErrorBody; headers?: Record<string, string> };

const RETRY = { 'Retry-After': '2' };
const UNAVAILABLE: ErrorAnswer = {
  status: 503,
  body: { message: 'The marketplace is unavailable at the moment. Please try again.', code: 'unavailable' },
  headers: RETRY,
};

const BUSY: ErrorAnswer = {
  status: 503,
  body: { message: 'Too many uploads at the moment. Please try again.', code: 'busy' },
  headers: RETRY,
};

const PICTURE_FAILED: ErrorAnswer = {
  status: 503,
  body: { message: 'We could not process a picture. Please try again, or choose another one.', code: 'pictureFailed' },
  headers: RETRY,
};

const UPDATING: ErrorAnswer = {
  status: 503,
  body: {
    message: 'We are updating the marketplace. Please try again in a moment.',
    code: 'updating',
  },
  headers: { 'Retry-After': '5' },
};

const QUARANTINED: ErrorBody = { message: QUARANTINED_MESSAGE, code: 'quarantined' };

/** Keyed by the `type` of a body parser's error. */
const BODY_FAULTS: Record<string, string> = {
  'entity.parse.failed': 'The request body is not valid JSON',
  'entity.too.large': 'The request is too large',
  'encoding.unsupported': 'The content encoding is not supported',
  'charset.unsupported': 'The character set is not supported',
  'request.size.invalid': 'The request body does not have the announced length',
  'request.aborted': 'The request was aborted',
};

const OTHER_FAULTS: Record<number, string> = {
  412: 'A precondition of the request does not hold',
  416: 'The requested range does not exist',
};

const PASSED_ON = ['status', 'allowed', 'quote', 'sums', 'news', 'revision', 'possibleAt', 'errors'] as const;

/** `supportEmail`: some messages refer people to support. */
type MessageOptions = { rejections: Rejections; supportEmail: string };

const refusalAnswer = (
  { code, details }: Refused,
  { rejections, supportEmail }: MessageOptions,
): ErrorAnswer | undefined => {
  const known = rejections[code];
  if (!known) return undefined;
  const { status, message: words, field } = known;
  const message = typeof words === 'string' ? words : words({ ...details, supportEmail });
  const passedOn = Object.fromEntries(PASSED_ON.filter((key) => key in details).map((key) => [key, details[key]]));
  const body = { message, code, ...(field && { errors: { [field]: message } }), ...passedOn };
  return { status, body, ...(status === 503 && { headers: RETRY }) };
};

const answerTo = (error: unknown, options: MessageOptions): ErrorAnswer | undefined => {
  if (error instanceof Refused) return refusalAnswer(error, options);
  if (error instanceof RequestFault) {
    const { status, code, message, errors, headers } = error;
    return { status, headers, body: { message, code, ...(errors && { errors }) } };
  }
  if (waitsForRelease(error)) return UPDATING;
  if (error instanceof StreamQuarantined || unreadableAt(error)) return { status: 423, body: QUARANTINED };
  if (error instanceof StreamMoved)
    return {
      status: 409,
      body: { message: 'Somebody else changed this at the same time. Please try again.', code: 'changedMeanwhile' },
    };
  if (error instanceof AppendTooLarge)
    return { status: 413, body: { message: 'The request is too large', code: 'tooLarge' } };
  if (error instanceof SubjectErased)
    return {
      status: 410,
      body: { message: 'This content has been erased, so nothing can be added to it.', code: 'erased' },
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
  return isRequestFault(error) ? requestFaultAnswer(error) : undefined;
};

/** An error of express or its parsers with a status below 500, which clients may see. */
type HttpError = Error & { status: number; type?: unknown; headers?: Record<string, string> };
const isRequestFault = (error: unknown): error is HttpError =>
  error instanceof Error && 'expose' in error && error.expose === true && 'status' in error;

const requestFaultAnswer = ({ status, type, headers }: HttpError): ErrorAnswer => {
  const message = BODY_FAULTS[String(type)] ?? OTHER_FAULTS[status] ?? 'The request cannot be read';
  return { status, body: { message, code: 'invalidInput' }, ...(headers && { headers }) };
};

/** Headers of the abandoned answer. */
const ANSWER_HEADERS = ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified', 'Accept-Ranges'];

const sendError = (response: Response, { status, body, headers }: ErrorAnswer): void => {
  for (const name of ANSWER_HEADERS) response.removeHeader(name);
  response
    .status(status)
    .set(headers ?? {})
    .set('Cache-Control', 'no-store')
    .type('json')
    .json(status === 401 ? { ...body, status: 401 } : body);
};

/** Answers 503 now; a later result of the request is discarded. */
export const sendUnavailable = (response: Response): void => {
  response.locals.givenUp = true;
  sendError(response, UNAVAILABLE);
};

/**
 * The last handler: every failure becomes `{message, code, errors?}`. An unexpected one becomes a 500 with the correlation id, never with a
 * stack.
 */
export const errorHandler =
  (options: MessageOptions, log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.locals.givenUp) return;
    const answer = answerTo(error, options);
    if (!answer || answer.status >= 500) {
      const details = { correlationId: response.locals.correlationId, method: request.method, error: describe(error) };
      if (answer) log.warn(details, 'a request could not be served');
      else log.error(details, 'a request failed unexpectedly');
    }
    if (response.headersSent) return next(error);
    sendError(
      response,
      answer ?? {
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
