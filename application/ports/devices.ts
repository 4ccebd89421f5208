import type { AccountId } from '#domain/shared/ids.ts';

/** Remembers, as hashes, the devices from which each account has been signed in to. */
export interface Devices {
  /** `first`: none is known of this account. */
  look(account: AccountId, device: string): Promise<'known' | 'first' | 'new'>;
  /** Each is new from now on, also the next one. */
  forget(account: AccountId): Promise<void>;
  remember(account: AccountId, device: string): Promise<void>;
}
