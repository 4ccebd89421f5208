import type { CaseFile, Statement } from '#application/contract/cases.ts';
import { statementTitle } from '#domain/notifications/transactionTitles.ts';
import type { ComparedPhoto } from './ComparePhotos.tsx';

/** What the buyer claims, with all photos that support or answer it. */
export type Claim = {
  at: string;
  category: string;
  text: string | null;
  amount: number | undefined;
  photos: ComparedPhoto[];
  withheld: number;
};

const CLAIMS = ['DisputeOpened', 'LateClaimRecorded', 'ReturnRequested'];

const photosOf = (statements: readonly Statement[]): ComparedPhoto[] =>
  statements
    .flatMap(({ event, part, evidence }) =>
      evidence.map((photo) => ({ photo, of: `${statementTitle(event)}, ${part}` })),
    )
    .map(({ photo, of }, place) => ({ ...photo, name: `Photo ${place + 1}: ${of}` }));

/** The claim whose words and photos “As claimed” shows. */
export const claimStatement = (statements: readonly Statement[]): Statement | undefined => {
  const claims = statements.filter(({ event }) => CLAIMS.includes(event));
  return claims.findLast(({ text }) => text !== null) ?? claims.at(-1);
};

/** The words of a return stand in its request: the dispute that follows a refused one only names the sum. */
export const claimOf = ({ statements }: CaseFile): Claim | undefined => {
  const claims = statements.filter(({ event }) => CLAIMS.includes(event));
  const latest = claims.at(-1);
  if (!latest) return undefined;
  const said = claimStatement(statements) ?? latest;
  return {
    at: latest.at,
    category: latest.category ?? said.category ?? 'RETURN_REQUESTED',
    text: said.text,
    amount: latest.claim ?? undefined,
    photos: photosOf(statements),
    withheld: statements.reduce((sum, { withheld = 0 }) => sum + withheld, 0),
  };
};
