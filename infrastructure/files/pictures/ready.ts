/** The first message of a program that decodes pictures. */
export const READY = 'ready';
