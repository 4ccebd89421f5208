/** SQL, of proposals `p` and their listings `l`: what waits for that account, for an answer or, agreed on, to be bought. */
export const waitsFor = (account: string): string =>
  `p.ended IS NULL AND (p.seller_id = ${account} AND p.stage = 'proposed'
    OR p.buyer_id = ${account} AND (p.stage = 'countered' OR p.stage = 'accepted' AND l.reserved_by IS NULL))`;
