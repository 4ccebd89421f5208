import type { CaseFile } from '#application/contract/staff.ts';
import { classes } from '../../../ui/classes.ts';
import { shortDate } from '../../../ui/dates.ts';

/** The last night in which the tables behind the screen were held to the events. */
export const Proven = ({ night, upTo, holds }: NonNullable<CaseFile['proven']>) => (
  <p className={classes('mt-3', holds ? 'muted' : 'late')}>
    {holds
      ? `Checked in the night of ${shortDate(night)}: this screen agreed with the events${upTo === null ? '' : `, up to position ${upTo}`}.`
      : `The check in the night of ${shortDate(night)} found read models that disagree with the events: compare with the history.`}
  </p>
);
