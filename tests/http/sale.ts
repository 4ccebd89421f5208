import { succeeded } from '#infrastructure/demo/client.ts';
import { ADDRESS, eventually, type Member, photo, type TestMarketplace } from '#tests/support/marketplace.ts';

export { ADDRESS };

export type Sold = { id: string; listing: string };

/** Brings a sale as far as a test needs, through the public calls. */
export const sales = (market: () => TestMarketplace) => {
  const offer = async (seller: Member, fields: Record<string, string> = {}): Promise<{ _id: string }> =>
    market().publish(seller, fields);

  const bought = async (buyer: Member, seller: Member, price = '50.00'): Promise<Sold> => {
    const { _id: listing } = await offer(seller, { price });
    const body = { listing, amount: Number(price), seller: seller.id };
    const { transactionId: id } = succeeded(await buyer.post('transaction', body), 'buying');
    return { id, listing };
  };

  const checkout = async (buyer: Member, { id }: Sold, country = 'Netherlands'): Promise<string> =>
    succeeded(
      await buyer.put(`transaction/${id}/shipping`, { shippingAddress: { ...ADDRESS, country } }),
      'shipping address',
    ).checkoutUrl;

  const becomes = (viewer: Member, { id }: Pick<Sold, 'id'>, status: string) =>
    eventually(async () => {
      const { body } = await viewer.get(`transaction/${id}`);
      return body.status === status && body;
    });

  const paid = async (buyer: Member, seller: Member, price = '50.00'): Promise<Sold> => {
    const sold = await bought(buyer, seller, price);
    await market().pay(await checkout(buyer, sold));
    // have the provider send its webhooks now
    await market().settle();
    await becomes(buyer, sold, 'AWAIT_SHIPPING');
    return sold;
  };

  const shipped = async (buyer: Member, seller: Member, price = '50.00'): Promise<Sold> => {
    const sold = await paid(buyer, seller, price);
    succeeded(await seller.post(`transaction/${sold.id}/confirm-shipment`, { trackingCode: '3STEST' }), 'shipment');
    return sold;
  };

  const upload = async (member: Member, { id }: Pick<Sold, 'id'>, photos?: readonly Buffer[]) => {
    const form = new FormData();
    for (const [index, content] of (photos ?? [await photo()]).entries())
      form.append('images', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), `evidence-${index}.jpg`);
    return member.call('POST', `transaction/${id}/evidence`, { form });
  };

  /** Keys of one uploaded photo, for the commands that take evidence. */
  const photographed = async (member: Member, sold: Pick<Sold, 'id'>): Promise<string[]> =>
    succeeded(await upload(member, sold), 'evidence').keys;

  return { upload, photographed, offer, bought, checkout, becomes, paid, shipped };
};
