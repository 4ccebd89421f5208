/**
 * The compiler is short-lived: collecting garbage only under memory pressure saves a quarter of its work. Four
 * threads check some files twice and are no faster on a busy machine, so use one.
 */
export const ONE_THREAD = '--singleThreaded';
export const UNCOLLECTED = { GOGC: 'off', GOMEMLIMIT: '2GiB' };
