/** Stands where personal words were whose key was destroyed. */
export const ERASED = '[erased]';

/** Of somebody whose account is. */
export const NOT_REACHED = 'This person can no longer receive messages';
