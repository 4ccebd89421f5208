import { useState } from 'react';
import { fromBase64 } from '#application/transparency/bytes.ts';
import { type LogHead, readCheckpoint } from '#application/transparency/checkpoint.ts';
import type { Head } from '#application/transparency/proofs.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Textarea } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { grewFrom } from '../checkedLog.ts';
import { SaidList } from '../SaidList.tsx';
import { facts, type Said } from '../words.ts';

const LINE = /(?:^|\s)([1-9]\d{0,15}) ([A-Za-z0-9+/]{43}=)(?:\s|$)/;

/** A signed head, or the short line of one as emails carry it. */
export const headIn = (text: string): Head | undefined => {
  const note = readNote(`${text.trim()}\n`);
  const checkpoint = note && readCheckpoint(note.text);
  if (checkpoint) return { size: checkpoint.size, root: checkpoint.root };
  const [, size, root] = LINE.exec(text) ?? [];
  const hash = root === undefined ? undefined : fromBase64(root);
  return hash && { size: Number(size), root: hash };
};

const judged = async (text: string, newest: LogHead): Promise<Said> => {
  const head = headIn(text);
  if (!head) return { bad: true, words: 'This is no head of a log: a size and a root, or a whole signed head.' };
  if (head.size > newest.size)
    return {
      bad: true,
      words: `That head covers ${facts(head.size)}; the log shown here ends with ${facts(newest.size)}.`,
    };
  return (await grewFrom(head, newest))
    ? { bad: false, words: `Nothing was rewritten since that head, over ${facts(head.size)}.` }
    : { bad: true, words: 'The operator shows you another log than the one that this head is of.' };
};

/** Heads leave the house: whoever has one from an email or a witness holds the log to it. */
export const OwnHead = ({ newest }: { newest: LogHead }) => {
  const [text, setText] = useState('');
  const [said, setSaid] = useState<Said>();
  const check = async () => {
    setSaid(
      await judged(text, newest).catch((error: unknown) => ({
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
