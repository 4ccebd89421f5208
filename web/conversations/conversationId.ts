/** Viewer, other person and listing; ids contain no hyphen. */
export const conversationIdOf = (viewer: string, other: string, listing: string): string =>
  `${viewer}-${other}-${listing}`;

/** The other person and the listing, as far as the id tells (document 1, section 2). */
export const partsOf = (conversationId: string): { recipientId: string; listingId: string } => {
  const [, recipientId = '', listingId = ''] = conversationId.split('-');
  return { recipientId, listingId };
};
