import { classes } from './classes.ts';

/** The line at the top: what was pressed is on its way. `waited`: a skeleton stands there already, so the next one comes at once. */
export const UnderwayLine = ({ waited = false }: { waited?: boolean }) => (
  <div className={classes('underway', waited && 'has-waited')} aria-hidden="true" />
);
