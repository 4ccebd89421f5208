import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import {
  COMMAND_ID_HEADER,
  errorBody,
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  RECEIPT_HEADER,
} from '#application/contract/common.ts';
import { IMAGE_TYPES, inMegabytes } from '#application/contract/limits.ts';
import { everyRight } from '#domain/access/everyRight.ts';
import { gateOf, type Right } from '#domain/access/right.ts';
import { COMMAND_ID } from './commandContext.ts';
import type { Endpoint } from './endpoint.ts';
import { spellings } from './paths.ts';
import { openRefreshCookie } from './refreshCookie.ts';
import { POSITION } from './routes.ts';
import { TAGS } from './tags.ts';

const header = (name: string, { source: pattern }: RegExp, description: string) => ({
  name,
  in: 'header' as const,
  required: false,
  description,
  schema: { type: 'string' as const, pattern },
});

const refusals = ({ may, knowsCaller, limit, multipart, method, redeems, refuses }: Endpoint) => ({
  400: 'The body or a header breaks its schema; `errors` names each field',
  ...(gateOf(may) === 'everybody' && !knowsCaller ? {} : { 401: 'Not signed in, or the session has ended' }),
  ...(typeof gateOf(may) === 'string' && (method === 'get' || gateOf(may) === 'everybody')
    ? {}
    : { 403: 'Not allowed; `stepUpRequired` means that you must confirm your identity again' }),
  404: 'Not found, or not visible to you',
  ...(method === 'get'
    ? {}
    : { 409: 'Not possible now; `status` and `allowed` say what is possible, `quote` the current price' }),
  ...(method === 'get' && !redeems ? {} : { 422: 'This command id was already used for another request' }),
  ...(method === 'get' ? {} : { 413: 'The body is too large', 415: 'The media type of the body is not supported' }),
  ...(multipart ? { 408: 'The upload was too slow or stopped' } : {}),
  423: 'Quarantined: a record is inconsistent, so nothing can change until our staff fix it',
  ...(limit ? { 429: 'Too many attempts; `Retry-After` says when to try again' } : {}),
  500: 'Unexpected error; quote `correlationId` when you ask for help',
  503: 'Unavailable; `Retry-After` says when to try again',
  ...refuses,
});

const securityOf = ({ may, knowsCaller, resumes }: Endpoint) => {
  if (resumes) return [{ browser: [] }];
  if (gateOf(may) !== 'everybody') return [{ session: [] }];
  return knowsCaller ? [{}, { session: [] }] : [];
};

/** The access-table row of the call. */
const rowOf = (may: Right) => {
  const name = everyRight.find(({ right }) => right === may)?.name;
  return {
    right: name,
    by: may.by,
    ...(may.when && { when: may.when }),
    ...(may.withReason && { withReason: may.withReason }),
  };
};

/** OpenAPI has no optional path parameters: a default applies only to the alias without the parameter. */
const pathParametersOf = (path: string, { params }: Endpoint): z.ZodObject => {
  const shape: Record<string, z.core.$ZodType> = params instanceof z.ZodObject ? params.shape : {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const required = (schema: z.core.$ZodType = z.string()) =>
    schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return z.object(Object.fromEntries(names.map((name) => [name, required(shape[name])])));
};

type Published = { anyOf?: { type?: string }[]; properties?: Record<string, Published> };

/** A form part is text or a file, never null. */
const withoutNull = ({ anyOf, ...part }: Published): Published => {
  const kinds = anyOf?.filter(({ type }) => type !== 'null');
  return kinds?.length === 1 ? { ...part, ...kinds[0] } : { ...part, ...(kinds && { anyOf: kinds }) };
};

/** The text parts of a form together with its files. */
const formOf = (body: Endpoint['body'], { files, maxFileBytes }: NonNullable<Endpoint['multipart']>) => {
  const { field, least, most, about } = files;
  const limits = `JPEG, PNG or WebP, at most ${inMegabytes(maxFileBytes)}${most > 1 ? ' each' : ''}`;
  const description = most > 1 ? `${about}. ${least} to ${most} files: ${limits}` : `${about}. One file: ${limits}`;
  const file = z.unknown().meta({ override: { type: 'string', format: 'binary' } });
  const part = (most > 1 ? z.array(file).min(least).max(most) : file).meta({ description });
  const text = body instanceof z.ZodObject ? body : z.object({});
  return {
    schema: text.extend({ [field]: least > 0 ? part : part.optional() }).meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        const { properties = {} } = jsonSchema as Published;
        for (const [name, property] of Object.entries(properties)) properties[name] = withoutNull(property);
      },
    }),
    encoding: { [field]: { contentType: IMAGE_TYPES.join(', ') } },
  };
};

/** A request without a body counts as `{}`, so the body is optional if the schema accepts that. */
const requestBodyOf = ({ body, multipart }: Endpoint) => {
  if (!body && !multipart) return {};
  const required = (multipart?.files.least ?? 0) > 0 || body?.safeParse({}).success === false;
  const content = multipart
    ? { 'multipart/form-data': formOf(body, multipart) }
    : { 'application/json': { schema: body! } };
  return { requestBody: { required, content } };
};

const producedSchema = (type: string) =>
  type.startsWith('text/') ? { type: 'string' as const } : { type: 'string' as const, format: 'binary' };

const operation = (endpoint: Endpoint, path: string, index: number): ZodOpenApiOperationObject => {
  const { operationId, summary, tag, may, query, response, produces, method, limit, success } = endpoint;
  const headers =
    method === 'get'
      ? [
          header(
            MIN_POSITION_HEADER,
            POSITION,
            `The \`${POSITION_HEADER}\` of your last command: the answer waits up to 2 s until it includes the events of that command`,
          ),
        ]
      : [
          header(
            COMMAND_ID_HEADER,
            COMMAND_ID,
            'Makes a retry safe: the same id and request write nothing new; the same id with another request is refused',
          ),
        ];
  const done = response
    ? { description: 'Done', content: { 'application/json': { schema: response } } }
    : { description: 'Done', ...(produces && { content: { [produces]: { schema: producedSchema(produces) } } }) };
  return {
    operationId: index === 0 ? operationId : `${operationId}Alias${index === 1 ? '' : index}`,
    summary,
    tags: [tag],
    ...(index > 0 ? { description: `Alias of \`${endpoint.path}\``, deprecated: true } : {}),
    security: securityOf(endpoint),
    'x-access': rowOf(may),
    parameters: headers,
    requestParams: {
      path: pathParametersOf(path, endpoint),
      ...(query ? { query: query as z.ZodObject } : {}),
    },
    ...requestBodyOf(endpoint),
    responses: {
      [success ?? (response || method === 'get' ? 200 : 204)]: {
        ...done,
        ...(method === 'get'
          ? {}
          : {
              headers: {
                [POSITION_HEADER]: {
                  schema: { type: 'string' },
                  description: 'The position of the events that this call wrote',
                },
                [RECEIPT_HEADER]: {
                  schema: { type: 'string' },
                  description:
                    'A receipt of the transparency log, a signed note in base64url: the account (`by`), the tree size of the newest head (`head`), the end of each stream that the call wrote to (`end {stream} {revision} {hash}`), and the events that it wrote there (`fact {revision} {id} {position} {leaf}`)',
                },
              },
            }),
      },
      ...(method === 'get' &&
        !produces && { 304: { description: 'Unchanged since the answer named in `If-None-Match`' } }),
      ...Object.fromEntries(
        Object.entries(refusals(endpoint)).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: errorBody } } },
        ]),
      ),
    },
    ...(limit ? { 'x-rate-limit': limit } : {}),
  };
};

/** OpenAPI 3.1, built from the contracts that validate the requests. */
export const openApiDocument = (endpoints: readonly Endpoint[], publicUrl: string): object => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints)
    for (const [index, path] of spellings(endpoint).entries()) {
      const item = paths[`/${path}`] ?? {};
      paths[`/${path}`] = item;
      item[endpoint.method] ??= operation(endpoint, path, index);
    }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Reliquary',
      version: '1',
      description:
        'A marketplace for collectible miniatures with escrow on every sale. Amounts are euros with two decimals; times are ISO 8601 in UTC. Every error answers `Error`: a `message` for people, a `code` for programs, and `errors` by field. A `deprecated` operation is an alias of the one that its description names.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `token` from a sign-in. `refreshSession` returns a new one before it expires.',
        },
        browser: {
          type: 'apiKey',
          in: 'cookie',
          name: openRefreshCookie(publicUrl).name,
          description: 'The refresh token: a cookie that only browsers on our own pages receive.',
        },
      },
    },
    paths: paths as ZodOpenApiPathsObject,
  });
};
