import { personalRights } from '#domain/access/personalRights.ts';
import { may } from '#domain/access/right.ts';
import { useUser } from './session.tsx';

/** How accounts can be searched, in words; by email only for readers with that right. */
export const useFoundBy = (): string =>
  may(personalRights['account.see.email'], useUser().roles) ? 'username, e-mail address or id' : 'username or id';
