import type { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import {
  COMMAND_ID_HEADER,
  errorBody,
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  RECEIPT_HEADER,
} from '#application/contract/common.ts';
import { everyRight } from '#domain/access/everyRight.ts';
import { gateOf, type Right } from '#domain/access/right.ts';
import type { Endpoint } from './endpoint.ts';
import { spellings } from './paths.ts';
import { openRefreshCookie } from './refreshCookie.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: false,
  description,
  schema: { type: 'string' as const },
});

const refusals = ({ may, knowsCaller, limit, multipart, method, redeems, refuses }: Endpoint) => ({
  400: 'A rule of the contract is broken, or a header; `errors` names each field',
  ...(gateOf(may) === 'everybody' && !knowsCaller ? {} : { 401: 'Not signed in, or not any more' }),
  ...(typeof gateOf(may) === 'string' && (method === 'get' || gateOf(may) === 'everybody')
    ? {}
    : { 403: 'Not allowed' }),
  404: 'There is no such thing for this caller',
  ...(method === 'get' ? {} : { 409: 'Not possible now; `status` and `allowed` say what is, `quote` what it costs' }),
  ...(method === 'get' && !redeems ? {} : { 422: 'The command id was sent with another request before' }),
  ...(method === 'get'
    ? {}
    : { 413: 'The body is larger than what is read of it', 415: 'The body is not of a form that is read here' }),
  ...(multipart ? { 408: 'The upload came too slowly, or stopped' } : {}),
  423: 'In quarantine: a record does not add up, and nothing can change until it is put right',
  ...(limit ? { 429: 'Too many attempts' } : {}),
  ...refuses,
});

const securityOf = ({ may, knowsCaller, resumes }: Endpoint) => {
  if (resumes) return [{ browser: [] }];
  if (gateOf(may) !== 'everybody') return [{ session: [] }];
  return knowsCaller ? [{}, { session: [] }] : [];
};

/** The row of the table of access that the call goes by. */
const rowOf = (may: Right) => {
  const name = everyRight.find(({ right }) => right === may)?.name;
  return {
    right: name,
    by: may.by,
    ...(may.when && { when: may.when }),
    ...(may.withReason && { withReason: may.withReason }),
  };
};

const parametersOf = ({ path, params }: Endpoint) => {
  if (params) return {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return {
    parameters: names.map((name) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
    })),
  };
};

const requestBodyOf = ({ body, multipart }: Endpoint) => {
  if (!body) return {};
  const type = multipart ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [type]: { schema: body } } } };
};

const operation = (endpoint: Endpoint, alias: string | undefined): ZodOpenApiOperationObject => {
  const { summary, tag, may, params, query, response, produces, method, limit, success } = endpoint;
  const headers =
    method === 'get'
      ? [header(MIN_POSITION_HEADER, 'Wait until the read models are here, 2 s at most')]
      : [
          header(
            COMMAND_ID_HEADER,
            'The same id with the same request again writes nothing new; with another request it is refused',
          ),
        ];
  const { parameters = [] } = parametersOf(endpoint);
  const done = response
    ? { description: 'Done', content: { 'application/json': { schema: response } } }
    : { description: 'Done', ...(produces && { content: { [produces]: { schema: { type: 'string' as const } } } }) };
  return {
    summary,
    tags: [tag],
    ...(alias ? { description: `The same as \`${endpoint.path}\``, deprecated: true } : {}),
    security: securityOf(endpoint),
    'x-access': rowOf(may),
    parameters: [...parameters, ...headers],
    requestParams: {
      ...(params ? { path: params as z.ZodObject } : {}),
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
                [POSITION_HEADER]: { schema: { type: 'string' }, description: 'What this call wrote' },
                [RECEIPT_HEADER]: {
                  schema: { type: 'string' },
                  description:
                    'What the transparency log promises about it, a signed note in base64url: the account (`by`), how many facts the newest head sealed (`head`), and where each stream ends that the call has written to (`end {stream} {revision} {hash}`), with the facts that it wrote there (`fact {revision} {id} {position} {leaf}`)',
                },
              },
            }),
      },
      ...(method === 'get' && !produces && { 304: { description: 'As the answer was that `If-None-Match` names' } }),
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

/** OpenAPI 3.1 made from the same contracts that validate the requests. */
export const openApiDocument = (endpoints: readonly Endpoint[], publicUrl: string): object => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints)
    for (const [index, path] of spellings(endpoint).entries()) {
      const item = paths[`/${path}`] ?? {};
      paths[`/${path}`] = item;
      item[endpoint.method] ??= operation(endpoint, index === 0 ? undefined : path);
    }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Reliquary',
      version: '1',
      description:
        'The marketplace for collectible miniatures, every sale protected by escrow. Amounts are euros with two decimals, times ISO 8601 in UTC.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        browser: { type: 'apiKey', in: 'cookie', name: openRefreshCookie(publicUrl).name },
      },
    },
    paths: paths as ZodOpenApiPathsObject,
  });
};
