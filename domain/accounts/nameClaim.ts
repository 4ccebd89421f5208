import { type Decider, record, reject } from '../shared/decider.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ClaimEvent } from './events.ts';

/** Folds case, outer spaces and compatibility characters, so an e-mail address or username belongs to one account. */
export const normalizeName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** `holder`: the account that owns the e-mail address or username. */
type NameClaim = { holder: AccountId | null; since: Instant };

type NameClaimCommand =
  /** `abandonedBy`: a holder that no longer uses the name. The claim passes on only from that account. */
  | { type: 'ClaimName'; at: Instant; accountId: AccountId; abandonedBy?: AccountId }
  | { type: 'ReleaseName'; at: Instant; accountId: AccountId };

export type NameClaimRejection = { code: 'nameTaken'; holder: AccountId; since: Instant };

export const nameClaim: Decider<NameClaimCommand, ClaimEvent, NameClaim, NameClaimRejection> = {
  initial: { holder: null, since: 0 },
  evolve: (_, { type, data }) =>
    type === 'NameClaimed' ? { holder: data.accountId, since: data.at } : { holder: null, since: data.at },
  decide: (command, { holder, since }) => {
    const { at, accountId } = command;
    if (command.type === 'ReleaseName')
      return holder === accountId ? record({ type: 'NameReleased', data: { at, accountId } }) : record();
    if (holder === accountId) return record();
    const claimed: ClaimEvent = { type: 'NameClaimed', data: { at, accountId } };
    if (holder === null) return record(claimed);
    if (holder !== command.abandonedBy) return reject({ code: 'nameTaken', holder, since });
    return record<ClaimEvent>({ type: 'NameReleased', data: { at, accountId: holder } }, claimed);
  },
};
