/** What stands in the place of something personal that its reader may not read. */
export const MASK = '[personal]';

/**
 * How somebody reads what is personal: as it was written; as `MASK`, which a stated reason opens; as `MASK`, which nothing opens; or not at
 * all, so that they are not even told that something is there.
 */
export type Sight = 'clear' | 'openable' | 'masked' | 'hidden';
