import { RequestFault } from './errors.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** This much of each request bypasses the gate, so that JSON bodies and silent senders take no room. */
const FREE = 64 * KILOBYTE;

const RETRY = { headers: { 'Retry-After': '2' } };
const full = () => new RequestFault(503, 'busy', 'Too many uploads at the moment. Please try again.', RETRY);
const tooMany = () =>
  new RequestFault(
    429,
    'tooManyUploads',
    'You are already uploading. Please wait until that upload has finished.',
    RETRY,
  );

type Held = { uploads: number; bytes: number };

export type GateOptions = {
  /** All uploads together, in bytes. */
  memory?: number;
  /** Per account: one upload of the largest kind, or two smaller ones. */
  share?: number;
  atOnce?: number;
};

/** Uploads wait in memory while they are checked. The gate counts received bytes, in total and per account. */
export const openUploadGate = ({ memory = 192 * MEGABYTE, share = 64 * MEGABYTE, atOnce = 2 }: GateOptions = {}) => {
  let taken = 0;
  const accounts = new Map<string, Held>();

  /** One request of an account. */
  return (account: string) => {
    let received = 0;
    let counted = 0;
    return {
      /** @throws RequestFault if there is no room */
      take: (bytes: number): void => {
        received += bytes;
        const more = Math.max(0, received - FREE) - counted;
        if (more <= 0) return;
        const held = accounts.get(account) ?? { uploads: 0, bytes: 0 };
        if (counted === 0 && held.uploads >= atOnce) throw tooMany();
        if (held.bytes + more > share) throw tooMany();
        if (taken + more > memory) throw full();
        if (counted === 0) held.uploads++;
        accounts.set(account, held);
        counted += more;
        held.bytes += more;
        taken += more;
      },
      leave: (): void => {
        const held = accounts.get(account);
        if (!held || counted === 0) return;
        held.uploads--;
        held.bytes -= counted;
        taken -= counted;
        counted = 0;
        if (held.uploads === 0) accounts.delete(account);
      },
    };
  };
};
