/** Replaces a personal value that the reader may not see. */
export const MASK = '[personal]';

/**
 * `clear`: readable. `openable`: masked, and a stated reason opens it. `masked`: nothing opens it. `hidden`: the
 * reader does not learn that it exists.
 */
export type Sight = 'clear' | 'openable' | 'masked' | 'hidden';
