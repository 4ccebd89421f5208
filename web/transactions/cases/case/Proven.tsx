import type { CaseFile } from '#application/contract/cases.ts';
import { classes } from '../../../ui/classes.ts';
import { shortDate } from '../../../ui/dates.ts';

/** The last night in which the tables behind the screen were held to the events. */
export const Proven = ({ night, upTo, holds }: NonNullable<CaseFile['proven']>) => (
  <p className={classes('mt-3', holds ? 'muted' : 'late')}>
    {holds
      ? `By the marketplace’s own comparison in the night of ${shortDate(night)}, what stands on this screen was what the events say${upTo === null ? '' : `, up to position ${upTo}`}.`
      : `In the night of ${shortDate(night)} the tables that screens are read from were not what the events say: compare with the history.`}
  </p>
);
