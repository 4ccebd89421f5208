import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHOOSABLE, type Choosable } from '#domain/accounts/mailChoices.ts';
import type { AccountId } from '#domain/shared/ids.ts';

export type Unsubscribing = {
  /** Never expires: an old email must still unsubscribe. */
  tokenOf(accountId: AccountId, category: Choosable): string;
  /** Undefined for a token that we did not issue. */
  read(token: string): { accountId: AccountId; category: Choosable } | undefined;
};

/** @param secret the application's token secret; the key is derived from it */
export const openUnsubscribing = (secret: string): Unsubscribing => {
  const key = createHmac('sha256', secret).update('unsubscribing').digest();
  const signatureOf = (accountId: string, category: string) =>
    createHmac('sha256', key).update(`${accountId} ${category}`).digest('base64url');
  return {
    tokenOf: (accountId, category) => `${accountId}.${category}.${signatureOf(accountId, category)}`,
    read: (token) => {
      const [accountId = '', named = '', signature = ''] = token.split('.');
      const category = CHOOSABLE.find((one) => one === named);
      const [expected, sent] = [Buffer.from(signatureOf(accountId, named)), Buffer.from(signature)];
      if (!category || expected.length !== sent.length || !timingSafeEqual(expected, sent)) return undefined;
      return { accountId, category };
    },
  };
};
