import type { Response } from 'express';
import type { z } from 'zod';
import type { CommandContext } from '#application/command.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { RefreshToken, Session } from '#application/ports/sessions.ts';
import type { Right } from '#domain/access/right.ts';
import type { Actor } from '#domain/shared/actor.ts';
import type { Tag } from './tags.ts';

/** A signed-in person, as the token and the session registry say. */
export type SignedIn = Session;

export type UploadedFile = { field: string; name: string; content: Buffer };

/** `files`: only on multipart endpoints. `context`: for commands; its command id comes from X-Command-Id or is new. */
export type Call<Params, Query, Body, Account> = {
  params: Params;
  query: Query;
  body: Body;
  files: readonly UploadedFile[];
  account: Account;
  context: CommandContext;
  ip: string;
  userAgent: string;
  /** A page of ours, whose browser can be given a refresh token. */
  fromOwnPage: boolean;
  /** Of the browser, for an endpoint that `resumes`. */
  refreshToken: string | undefined;
  /** Of the browser that registered an account, for an endpoint that `signsInRegistrant`. */
  registrant: string | undefined;
};

/** Who calls, and for what, before a body is read. */
export type Asking<Params> = { params: Params; actor: Actor };

/** What a handler answers; `position` becomes X-Position. A body of undefined with 204 sends nothing. */
export type Answer<Body> = {
  status?: number;
  body: Body;
  position?: Position | undefined;
  /** The browser keeps it as a cookie; null takes away the one that it has. */
  refresh?: RefreshToken | null | undefined;
  /** The browser keeps it as a cookie, by which it is known as the one that registered; null takes it away. */
  registrant?: string | null | undefined;
  /** The browser keeps the answer as a file of this name. */
  filename?: string;
  /** Instead of a body: writes the answer itself, a file or events as they come. A failure before its first byte is answered as always. */
  stream?: (response: Response) => Promise<void>;
};

type AccountOf<May extends Right, Known extends boolean> = 'visitor' extends May['by'][number]
  ? Known extends true
    ? SignedIn | undefined
    : undefined
  : SignedIn;

/**
 * One call of the API: its contract validates the request, types the handler and is published in openapi.json, so that the three
 * cannot differ. Paths are relative to /api, parameters as `{id}`; `aliases` are spellings of the seeds beside those
 * that `paths.ts` derives from every path.
 */
export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** Its name in the published document, and of the function that a client is generated with. Unique; it stays when the path changes. */
  operationId: string;
  aliases?: readonly string[];
  summary: string;
  tag: Tag;
  /** Its row in the table of access: lets in who may, and names the role in which they act. */
  may: Right;
  /** What everybody may, and yet the session of who has one is read. */
  knowsCaller?: boolean;
  /** A GET that uses up what it names: a HEAD, by which links are looked at, does nothing. */
  redeems?: true;
  /** A browser asks for it without anybody doing anything: the session is not used by it. */
  byItself?: true;
  /** Goes by the refresh token that a browser keeps as a cookie, and answers only pages of ours, in JSON. A refusal takes the cookie away. */
  resumes?: true;
  /** Reads what the browser that registered keeps. */
  signsInRegistrant?: true;
  /** A query: waits for X-Min-Position before it is handled. Default: every GET. */
  reads?: boolean;
  /** The same for everybody: browsers and whoever stands between may keep the answer for so many seconds. */
  keptFor?: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * `files`: the part that carries files, as published. `maxFiles` may let more through, so that rules are reported in their order.
   * `tooLarge`, `tooMany`: texts of the refusals where they differ from those of listing photos.
   */
  multipart?: {
    files: { field: string; least: number; most: number; about: string };
    maxFiles: number;
    maxFileBytes: number;
    tooLarge?: string;
    tooMany?: string;
  };
  /** Name of a rate limit in infrastructure/http/rateLimits.ts. */
  limit?: string;
  response?: z.ZodType;
  /** Where it is neither 200 nor 204. */
  success?: 201 | 202 | 303;
  /** What only this call refuses with a status, for the published document. */
  refuses?: Readonly<Record<number, string>>;
  /** What a `stream` is made of, as a media type. */
  produces?: string;
  /** Refuses whom the call will refuse anyway, before an upload is read. */
  // biome-ignore lint/suspicious/noExplicitAny: the table holds endpoints of every shape; `endpoint` types each of them
  admit?: (asking: Asking<any>) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the table holds endpoints of every shape; `endpoint` types each of them
  handle: (call: Call<any, any, any, any>) => Promise<Answer<any>>;
};

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Declares an endpoint, its handler typed by its contract. */
export const endpoint = <
  May extends Right,
  Known extends boolean = false,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  declaration: Omit<Endpoint, 'handle' | 'admit' | 'may' | 'knowsCaller' | 'params' | 'query' | 'body' | 'response'> & {
    may: May;
    knowsCaller?: Known;
    params?: Params;
    query?: Query;
    body?: Body;
    response?: Response;
    admit?: (asking: Asking<Output<Params>>) => Promise<void>;
    handle: (
      call: Call<Output<Params>, Output<Query>, Output<Body>, AccountOf<May, Known>>,
    ) => Promise<Answer<Response extends z.ZodType ? z.input<Response> : undefined>>;
  },
): Endpoint => declaration as Endpoint;

/** An expected refusal on its way to the error table (`infrastructure/http/errors.ts` turns its code into status and text). */
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
