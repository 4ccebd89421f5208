/** Document 1, section 5. */
export const MAX_MESSAGE_LENGTH = 2000;
