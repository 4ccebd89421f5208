/** Suspended, or about to leave: what they offer stands, and nobody buys it meanwhile. */
export const SELLER_AWAY = 'The seller of this listing does not sell at present';
