import type { Member, TestMarketplace } from '#tests/support/marketplace.ts';

type Sending = {
  content?: string;
  image?: Buffer;
  recipientId?: string | undefined;
  listingId?: string | undefined;
  commandId?: string;
};

export const talks = (market: () => TestMarketplace) => ({
  /** POST messages/send as the web sends it. */
  send: async (from: Pick<Member, 'call'>, { commandId, image, ...fields }: Sending) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
    if (image) form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'photo.png');
    return from.call('POST', 'messages/send', { form, ...(commandId && { commandId }) });
  },
  publishedBy: async (seller: Member): Promise<string> => (await market().publish(seller))._id,
});
