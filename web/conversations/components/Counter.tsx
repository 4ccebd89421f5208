import { MAX_MESSAGE_LENGTH } from '#domain/conversations/limits.ts';
import { classes } from '../../ui/classes.ts';

const COUNTED_FROM = 1800;

/** Characters used, shown once space gets short. */
export const Counter = ({ id, text }: { id?: string; text: string }) => {
  const length = text.trim().length;
  if (length < COUNTED_FROM) return null;
  return (
    <p id={id} className={classes('composer-count num', length > MAX_MESSAGE_LENGTH && 'is-over')}>
      {length} / {MAX_MESSAGE_LENGTH}
    </p>
  );
};
