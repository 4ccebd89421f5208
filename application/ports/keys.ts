/**
 * One key per subject: `account-{id}`, `transaction-{id}`, `conversation-{id}-{yyyymm}`. Erasing a key erases the
 * data everywhere. The hash chain still verifies because it covers ciphertext.
 */
export interface SubjectKeys {
  /** 32 bytes, created on first use. @throws SubjectErased when it was erased */
  obtain(subject: string): Promise<Buffer>;
  /** Leaves out subjects that are erased or unknown. */
  find(subjects: readonly string[]): Promise<Map<string, Buffer>>;
  /** The key is unusable here at once, and in every other process within 3 seconds. */
  erase(subject: string): Promise<void>;
}

export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
}
