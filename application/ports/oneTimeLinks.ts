import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { LinkPurpose } from './credentials.ts';

/** Links that work once and reach whoever reads the mail of an account. */
export interface OneTimeLinks {
  /** The same again for the same `cause` changes nothing; an account that does not exist gets none. `requestId`: what the link answers. */
  send(purpose: LinkPurpose, account: AccountId, cause: string, requestId?: Id): Promise<void>;
}
