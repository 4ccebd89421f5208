/** In one statement: a claim, an answer, a request. Without zod: a dialog counts and says it before anything is sent. */
export const MAX_EVIDENCE = 10;
export const TOO_MUCH_EVIDENCE = `At most ${MAX_EVIDENCE} pieces of evidence`;
