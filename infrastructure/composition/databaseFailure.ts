import { databaseRefusal } from '../postgres/failures.ts';
import { StartFailure } from '../system/startFailure.ts';

/** Turns a known database failure into a StartFailure; other errors stay. */
export const databaseFailure = (error: unknown, url: string): unknown => {
  const refusal = databaseRefusal(error);
  return refusal === undefined
    ? error
    : new StartFailure(`the database at ${new URL(url).host} (DATABASE_URL) ${refusal}`);
};
