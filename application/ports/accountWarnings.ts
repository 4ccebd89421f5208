import type { Details } from '#domain/notifications/emails.ts';
import type { AccountId } from '#domain/shared/ids.ts';

/** What the owner of an account has to know, in case it was somebody else: by email, once a cause. */
export interface AccountWarnings {
  send(
    warning: 'newDevice' | 'signInGuessed' | 'sessionReused',
    account: AccountId,
    details: Details,
    cause: string,
  ): Promise<void>;
}
