import { useState } from 'react';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { useTyped } from '../../ui/useKeptOverReload.ts';
import { FindingList } from '../FindingList.tsx';
import { judgedText } from '../ownHead.ts';
import type { Statement } from '../proofText.ts';

/** Heads are published in e-mails and by witnesses, so readers can compare one with the log. */
export const OwnHead = ({ newest }: { newest: LogHead }) => {
  const [text, setText] = useTyped('head', '');
  const [said, setSaid] = useState<Statement>();
  const check = async () => {
    setSaid(
      await judgedText(text, newest).catch((error: unknown) => ({
        bad: true,
        words: messageOf(error, 'This could not be checked. Try again in a moment.'),
      })),
    );
  };
  return (
    <Panel title="A head from elsewhere">
      <Form onSubmit={check}>
        <Textarea
          label="From the footer of an email, or from a witness"
          className="mono"
          rows={3}
          maxLength={4_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="row mt-3">
          <Button type="submit" size="sm">
            Compare
          </Button>
        </div>
      </Form>
      {said && (
        <div className="mt-3">
          <FindingList said={[said]} />
        </div>
      )}
    </Panel>
  );
};
