/** These return a new session, challenge or secret each time, so a repeat is a new command. */
const ANEW = /^(auth|user\/(step-up|second-factor|passkeys|change-password))(\/|$)/;

/** Whether the server recognises a repeated command id and returns the first answer. */
export const isOnce = (endpoint: string): boolean => !ANEW.test(endpoint);
