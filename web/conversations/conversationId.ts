/** The viewer, the other person, the listing: no id has a hyphen in it. */
export const conversationIdOf = (viewer: string, other: string, listing: string): string =>
  `${viewer}-${other}-${listing}`;

/** Whom a conversation is with and what it is about, as far as its id says (document 1, section 2). */
export const partsOf = (conversationId: string): { recipientId: string; listingId: string } => {
  const [, recipientId = '', listingId = ''] = conversationId.split('-');
  return { recipientId, listingId };
};
