/** Answered with a session, a challenge or a secret of their own each time, or refused: sent again they are other commands. */
const ANEW = /^(auth|user\/(step-up|second-factor|passkeys|change-password))(\/|$)/;

/** Whether the server, asked again under the same id, does nothing more and answers as the first time. */
export const isOnce = (endpoint: string): boolean => !ANEW.test(endpoint);
