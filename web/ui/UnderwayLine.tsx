import { classes } from './classes.ts';

/** The progress line after a press. `waited`: a skeleton was already shown, so the line appears at once. */
export const UnderwayLine = ({ waited = false }: { waited?: boolean }) => (
  <div className={classes('underway', waited && 'has-waited')} aria-hidden="true" />
);
