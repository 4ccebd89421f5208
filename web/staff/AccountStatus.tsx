import { Badge, type Tone } from '../ui/Badge.tsx';

const WORDS: Record<string, { label: string; tone: Tone }> = {
  unverified: { label: 'Unverified', tone: 'wait' },
  active: { label: 'Active', tone: 'done' },
  suspended: { label: 'Suspended', tone: 'bad' },
  termination_proposed: { label: 'Termination proposed', tone: 'bad' },
  deletion_pending: { label: 'Deletion pending', tone: 'off' },
  deleted: { label: 'Deleted', tone: 'off' },
};

export const statusWord = (status: string): string => WORDS[status]?.label ?? status;

type AccountStatusProps = { status: string; terminated?: boolean; terminationProposed?: boolean };

/** A terminated account stays suspended until it is erased. */
export const AccountStatus = ({ status, terminated, terminationProposed }: AccountStatusProps) => {
  const proposed = terminationProposed ? statusWord('termination_proposed') : statusWord(status);
  return (
    <Badge tone={WORDS[status]?.tone ?? 'off'}>{terminated && status === 'suspended' ? 'Terminated' : proposed}</Badge>
  );
};
