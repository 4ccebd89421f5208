import { refusalOf } from '../postgres/failures.ts';
import { StartFailure } from '../system/startFailure.ts';

/** What the database says of itself in one line that names it; any other error as it is. */
export const databaseFailure = (error: unknown, url: string): unknown => {
  const refusal = refusalOf(error);
  return refusal === undefined
    ? error
    : new StartFailure(`the database at ${new URL(url).host} (DATABASE_URL) ${refusal}`);
};
