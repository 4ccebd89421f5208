/** Replaces personal text whose key was destroyed. */
export const ERASED = '[erased]';

/** Shown for a person whose account is erased. */
export const NOT_REACHED = 'This person can no longer receive messages';
