import type { AccountId } from '#domain/shared/ids.ts';

/** How many wrong passwords an account was given in a row; as long to count for none (undefined). */
export interface Guesses {
  wrong(account: AccountId | undefined): Promise<number>;
  right(account: AccountId): Promise<void>;
}
