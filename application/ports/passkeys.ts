import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../contract/secondFactors.ts';

/** `copied`: its counter did not go on, so that somebody may use a copy of it. */
export type PasskeyShown = { is: 'right'; account: AccountId; passkeyId: Id } | { is: 'wrong' } | { is: 'copied' };

/**
 * Passkeys (WebAuthn): their public keys and counters. Each question (a challenge) is answered once, within five minutes, by a passkey
 * of this origin that has verified its user. What a passkey is called, and that it is there, stands in its account's stream: a key that
 * no stream names opens nothing. Runs on the system's clock.
 */
export interface Passkeys {
  /** @param known of the account's stream: those are not made again. */
  beginAdding(account: AccountId, username: string, known: readonly Id[]): Promise<PasskeyCreation>;
  add(
    account: AccountId,
    passkeyId: Id,
    answer: NewPasskeyAnswer,
    known: readonly Id[],
  ): Promise<'added' | 'refused' | 'known'>;
  /** Of whoever answers, or of one account's passkeys. */
  ask(of?: { account: AccountId; known: readonly Id[] }): Promise<PasskeyRequest>;
  check(answer: PasskeyAnswer): Promise<PasskeyShown>;
  /** By the ids of those that were used. */
  lastUsed(account: AccountId): Promise<ReadonlyMap<Id, number>>;
  remove(account: AccountId, passkeyId: Id): Promise<void>;
}
