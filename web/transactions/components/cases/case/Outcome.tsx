import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { AppealRight } from '../../dispute/AppealRight.tsx';
import { appealWordsOf, isExcluded, openAppeal, resultOf } from './decisions.ts';

/** In the column of actions: the open appeal with its reasons, or the outcome and who may appeal. */
export const Outcome = ({ file }: { file: CaseFile }) => {
  const me = useUser()._id;
  const appeal = openAppeal(file);
  const result = resultOf(file);
  if (appeal)
    return (
      <Panel title="Appeal">
        <div className="grid gap-3">
          <p>{appealWordsOf(appeal)}</p>
          <blockquote>{appeal.statement.text ?? 'No reasons were given.'}</blockquote>
          {isExcluded(file, me) && <p>You made a decision that was appealed, so you cannot decide the appeal.</p>}
        </div>
      </Panel>
    );
  return result ? (
    <Panel title="Outcome">
      <div className="grid gap-3">
        <p>
          <b className="strong">{result.outcome}.</b> {result.how}
        </p>
        <AppealRight sale={file.transaction} />
      </div>
    </Panel>
  ) : null;
};
