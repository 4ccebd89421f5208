import type { AccountId } from '#domain/shared/ids.ts';

/** From what an account has been signed in to before; as hashes. */
export interface Devices {
  /** `first`: none is known of this account. */
  look(account: AccountId, device: string): Promise<'known' | 'first' | 'new'>;
  remember(account: AccountId, device: string): Promise<void>;
}
