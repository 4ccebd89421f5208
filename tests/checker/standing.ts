import type { SellerStanding } from '#domain/transactions/commands.ts';

let asked = false;
const standing = (bankVerified: boolean): SellerStanding => ({
  get bankVerified() {
    asked = true;
    return bankVerified;
  },
  payoutsHeldUntil: null,
});

/** Both are alike, unless it is asked whether their bank account is verified: that is noted. */
export const PAYABLE: SellerStanding = standing(true);
export const NOT_PAYABLE: SellerStanding = standing(false);

/** What is decided, and whether it could be something else for a seller who stands otherwise. */
export const noting = <Decided>(decide: () => Decided): { decided: Decided; asksHowSellerStands: boolean } => {
  asked = false;
  const decided = decide();
  return { decided, asksHowSellerStands: asked };
};
