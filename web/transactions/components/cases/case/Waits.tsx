import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useLocation } from 'react-router-dom';
import type { CaseFile } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { waitSteps } from '../../../../staff/caseText.ts';
import { colleaguesIn } from '../../../../staff/NewsList.tsx';
import { useReadCase } from '../../../../staff/ReadCase.tsx';
import { caseDeskQuery } from '../../../../staff/staffQueries.ts';
import { classes } from '../../../../ui/classes.ts';
import { dueTime } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { useNow } from '../../../../ui/useNow.ts';
import type { CameFrom } from './cameFrom.ts';
import { appealWordsOf, openAppeal, resultOf } from './decisions.ts';

/** One entry for cases that wait for the same. */
const waitingIn = ({ cases }: CaseFile): ReturnType<typeof waitSteps>[] => {
  const all = cases.map(waitSteps);
  const keys = all.map((steps) => JSON.stringify(steps));
  return all.filter((_, place) => keys.indexOf(keys[place]!) === place);
};

/** What was decided, or the appeal against it. */
const Result = ({ file }: { file: CaseFile }) => {
  const result = resultOf(file);
  const appeal = openAppeal(file);
  if (appeal)
    return (
      <div className="case-result">
        <p>{appealWordsOf(appeal)}</p>
        {appeal.statement.text !== null && (
          <details>
            <summary>Reasons of the appeal</summary>
            <blockquote className="said-text">{appeal.statement.text}</blockquote>
          </details>
        )}
      </div>
    );
  return result ? (
    <p className="case-result">
      <b className="strong">{result.outcome}.</b> {result.how}
    </p>
  ) : null;
};

/** Says above the case that the reader came here after deciding another. */
export const AfterAnother = () => {
  const { queue = '/staff', decided } = (useLocation().state as CameFrom) ?? {};
  return decided ? (
    <Notice>
      {decided.done} This is the next case.{' '}
      <Link to={`/staff/cases/${decided._id}`} state={{ queue }}>
        Back to {decided.transactionId}
      </Link>{' '}
      <Link to={queue}>All cases</Link>
    </Notice>
  ) : null;
};

/** For the header: the person the case waits for, the deadline, and the colleagues at work. */
export const Waits = ({ file }: { file: CaseFile }) => {
  const now = useNow();
  const read = useReadCase();
  const me = useUser()._id;
  const { data } = useQuery(caseDeskQuery(file.transaction._id));
  const colleagues = file.cases.length > 0 && colleaguesIn(data?.assignee ?? null, read?.readers ?? [], me);
  return (
    <>
      <Result file={file} />
      <p className="case-waits">
        {waitingIn(file).map((steps) => (
          <span key={JSON.stringify(steps)}>
            {steps.map(({ words, until }, place) => (
              <Fragment key={words}>
                {place > 0 && ', '}
                {words} until <b className="strong nowrap">{dueTime(until)}</b>{' '}
                <span className={classes('nowrap', Date.parse(until) < now ? 'late' : 'muted')}>
                  ({dueInShort(until, now)})
                </span>
              </Fragment>
            ))}
            .{' '}
          </span>
        ))}
        {colleagues}
      </p>
    </>
  );
};
