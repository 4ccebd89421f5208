import type { CaseFile } from '#application/contract/cases.ts';
import { dueTime } from '../../../../ui/dates.ts';

/** Tells staff whose answer is awaited, and until when; undefined if nobody was asked. */
export const waitingFor = ({ transaction: { allowed, questions } }: CaseFile): string | undefined => {
  if (allowed.includes('DecideDispute') || !allowed.includes('AskParty')) return undefined;
  const asked = (['buyer', 'seller'] as const).flatMap((party) =>
    questions[party] ? [`the ${party} has until ${dueTime(questions[party])}`] : [],
  );
  if (asked.length === 0) return undefined;
  return `You asked a question: ${asked.join(', and ')} to answer. You can decide after the answer, or when that time is over. Your draft stays here.`;
};

/** True if a decision is awaited from staff, even if a party has to answer first. */
export const isToDecide = (file: CaseFile): boolean =>
  file.transaction.allowed.includes('DecideDispute') || waitingFor(file) !== undefined;
