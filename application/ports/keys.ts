/**
 * One key a subject: `account-{id}`, `transaction-{id}`, `conversation-{id}-{yyyymm}`. Erasing it erases the data everywhere,
 * the hash chain still verifies because it was taken over ciphertext.
 */
export interface SubjectKeys {
  /** 32 bytes, made on first use. @throws SubjectErased when it was erased. */
  obtain(subject: string): Promise<Buffer>;
  /** Undefined for subjects that are erased or unknown. */
  find(subjects: readonly string[]): Promise<Map<string, Buffer>>;
  /** From then on nothing is sealed under it; what it sealed is unreadable here at once, in every other process within 3 seconds. */
  erase(subject: string): Promise<void>;
}

export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
}
