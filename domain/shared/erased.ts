/** Stands where personal words were whose key was destroyed. */
export const ERASED = '[erased]';
