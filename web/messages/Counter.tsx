import { classes } from '../ui/classes.ts';
import { COUNTED_FROM, MAX_LENGTH } from './limits.ts';

/** How much of the room is taken, once it gets scarce. */
export const Counter = ({ id, text }: { id?: string; text: string }) => {
  const length = text.trim().length;
  if (length < COUNTED_FROM) return null;
  return (
    <p id={id} className={classes('composer-count num', length > MAX_LENGTH && 'is-over')}>
      {length} / {MAX_LENGTH}
    </p>
  );
};
