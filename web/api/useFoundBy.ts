import { personalRights } from '#domain/access/personalRights.ts';
import { may } from '#domain/access/right.ts';
import { useUser } from './session.tsx';

/** What an account is found by, in words: its address only by whoever reads addresses. */
export const useFoundBy = (): string =>
  may(personalRights['account.see.email'], useUser().roles) ? 'username, e-mail address or id' : 'username or id';
