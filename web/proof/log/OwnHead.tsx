import { useState } from 'react';
import type { LogHead } from '#application/transparency/checkpoint.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Textarea } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useTyped } from '../../ui/useKeptOverReload.ts';
import { judgedText } from '../headFromElsewhere.ts';
import { SaidList } from '../SaidList.tsx';
import type { Said } from '../words.ts';

/** Heads leave the house: whoever has one from an email or a witness holds the log to it. */
export const OwnHead = ({ newest }: { newest: LogHead }) => {
  const [text, setText] = useTyped('head', '');
  const [said, setSaid] = useState<Said>();
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
          label="From the foot of an email, or from a witness"
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
          <SaidList said={[said]} />
        </div>
      )}
    </Panel>
  );
};
