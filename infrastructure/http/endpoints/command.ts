import type { z } from 'zod';
import type { Position } from '#application/ports/eventStore.ts';
import type { Right } from '#domain/access/right.ts';
import type { Rejection, Result } from '#domain/shared/decider.ts';
import { type AccountOf, type Call, type Declared, type Endpoint, endpoint, type Output } from '../endpoint.ts';
import { granted } from './deps.ts';

type Schema = z.ZodType | undefined;

/**
 * An endpoint that runs one command. A rejection becomes its error answer. Otherwise it answers with `answer`, or 204 without one, and with
 * the position that later reads of the caller wait for.
 */
export const command = <
  May extends Right,
  Value extends { position?: Position | undefined },
  Known extends boolean = false,
  Params extends Schema = undefined,
  Body extends Schema = undefined,
  Response extends Schema = undefined,
>({
  run,
  answer,
  ...declared
}: Declared<May, Known, Params, undefined, Body, Response> & {
  run: (
    call: Call<Output<Params>, undefined, Output<Body>, AccountOf<May, Known>>,
  ) => Promise<Result<Value, Rejection>>;
  answer?: (
    value: Value,
    call: Call<Output<Params>, undefined, Output<Body>, AccountOf<May, Known>>,
  ) => Response extends z.ZodType ? z.input<Response> : undefined;
}): Endpoint =>
  endpoint({
    ...declared,
    handle: async (call) => {
      const value = granted(await run(call));
      const body = answer?.(value, call) as Response extends z.ZodType ? z.input<Response> : undefined;
      return { ...(!answer && { status: 204 as const }), body, position: value.position };
    },
  });
