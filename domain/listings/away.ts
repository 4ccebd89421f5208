/** The seller is suspended or leaving: the listing stays visible, but nobody can buy it. */
export const SELLER_AWAY = 'The seller of this listing does not sell at present';
