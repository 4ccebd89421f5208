import type { Response } from 'express';
import type { z } from 'zod';
import type { RefreshToken, Session } from '#application/accounts/sessions.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { CommandContext } from '#application/streams/command.ts';
import type { Right } from '#domain/access/right.ts';
import type { Actor } from '#domain/shared/actor.ts';
import type { Tag } from './tags.ts';

/** A signed-in person, from the token and the session registry. */
export type SignedIn = Session;

export type UploadedFile = { field: string; name: string; content: Buffer };

/** `files`: only for multipart endpoints. `context`: its command id comes from X-Command-Id or is new. */
export type Call<Params, Query, Body, Account> = {
  params: Params;
  query: Query;
  body: Body;
  files: readonly UploadedFile[];
  account: Account;
  context: CommandContext;
  ip: string;
  userAgent: string;
  /** The request comes from our own page, so its browser can receive a refresh token. */
  fromOwnPage: boolean;
  /** The browser's cookie, for an endpoint with `resumes`. */
  refreshToken: string | undefined;
  /** The cookie of the browser that registered an account, for an endpoint with `signsInRegistrant`. */
  registrant: string | undefined;
};

/** The call before its body is read. */
export type EarlyCall<Params> = { params: Params; actor: Actor };

/** The result of a handler; `position` becomes X-Position. An undefined body with 204 sends nothing. */
export type Answer<Body> = {
  status?: number;
  body: Body;
  position?: Position | undefined;
  /** Set as a cookie; null deletes the cookie. */
  refresh?: RefreshToken | null | undefined;
  /** Set as a cookie that identifies the browser that registered; null deletes the cookie. */
  registrant?: string | null | undefined;
  /** Sent in addition to those of every answer. */
  headers?: Readonly<Record<string, string>>;
  /** The strong `ETag`. A caller that names it gets 304, also with `Cache-Control: no-cache`, which browsers add to a condition of a script. */
  tag?: string;
  /** Sends the answer as a download with this name. */
  filename?: string;
  /**
   * Instead of a body: writes the answer itself, such as a file or an event stream. A failure before the first byte gets the usual error
   * answer.
   */
  stream?: (response: Response) => Promise<void>;
};

export type AccountOf<May extends Right, Known extends boolean> = 'visitor' extends May['by'][number]
  ? Known extends true
    ? SignedIn | undefined
    : undefined
  : SignedIn;

/**
 * One call of the API. Its contract validates the request, types the handler and appears in openapi.json, so the three cannot differ. Paths
 * are relative to /api, with parameters as `{id}`. `aliases`: more spellings from the specification; `paths.ts` derives the regular ones.
 */
export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** The name in openapi.json and of the generated client's function. Unique; it stays when the path changes. */
  operationId: string;
  aliases?: readonly string[];
  summary: string;
  tag: Tag;
  /** The row of the access table: it decides who may call, and in which role they act. */
  may: Right;
  /** Open to everybody, but reads the session if there is one. */
  knowsCaller?: boolean;
  /** A GET that redeems a link. A HEAD, as link previews send it, does nothing. */
  redeems?: true;
  /** Called by the browser without user action, so it does not count as use of the session. */
  byItself?: true;
  /** Authenticates by the refresh cookie and accepts only JSON from our own pages. A refusal deletes the cookie. */
  resumes?: true;
  /** Reads the cookie of the browser that registered. */
  signsInRegistrant?: true;
  /** A query: waits for X-Min-Position before it is handled. Default: every GET. */
  reads?: boolean;
  /** The answer is the same for everybody; browsers and proxies may cache it for this many seconds. */
  cacheSeconds?: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * `files`: the file part, as published. `maxFiles` may be higher, so that rules are reported in their order. `tooLarge`, `tooMany`:
   * messages, by default those of listing photos.
   */
  multipart?: {
    files: { field: string; least: number; most: number; about: string };
    maxFiles: number;
    maxFileBytes: number;
    tooLarge?: string;
    tooMany?: string;
  };
  /** A name from rateLimits.ts. */
  limit?: string;
  response?: z.ZodType;
  /** If neither 200 nor 204. */
  success?: 201 | 202 | 303;
  /** Error descriptions of this call only, for openapi.json. */
  refuses?: Readonly<Record<number, string>>;
  /** The media type of a `stream`. */
  produces?: string;
  /** Refuses whom the call will refuse anyway, before an upload is read. */
  // biome-ignore lint/suspicious/noExplicitAny: as below
  admit?: (asking: EarlyCall<any>) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the table holds endpoints of every shape; `endpoint` below types each of them
  handle: (call: Call<any, any, any, any>) => Promise<Answer<any>>;
};

export type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** An endpoint without its handler. */
export type Declared<
  May extends Right,
  Known extends boolean,
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType | undefined,
> = Omit<Endpoint, 'handle' | 'admit' | 'may' | 'knowsCaller' | 'params' | 'query' | 'body' | 'response'> & {
  may: May;
  knowsCaller?: Known;
  params?: Params;
  query?: Query;
  body?: Body;
  response?: Response;
  admit?: (asking: EarlyCall<Output<Params>>) => Promise<void>;
};

/** Declares an endpoint, its handler typed by its contract. */
export const endpoint = <
  May extends Right,
  Known extends boolean = false,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  declaration: Declared<May, Known, Params, Query, Body, Response> & {
    handle: (
      call: Call<Output<Params>, Output<Query>, Output<Body>, AccountOf<May, Known>>,
    ) => Promise<Answer<Response extends z.ZodType ? z.input<Response> : undefined>>;
  },
): Endpoint => declaration as Endpoint;

/** An expected refusal; `errors.ts` turns its code into status and text. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly details: Record<string, unknown>;
  constructor(rejection: { code: string } & Record<string, unknown>) {
    super(rejection.code);
    const { code, ...details } = rejection;
    this.code = code;
    this.details = details;
  }
}
