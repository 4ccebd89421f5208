import { useState } from 'react';
import { supportEmail } from '../api/support.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Input } from '../ui/Input.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { useTyped } from '../ui/useKeptOverReload.ts';

export const mailto = (address: string, subject: string, text: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;

/** For visitors: the form only opens the mail program. */
export const Contact = () => {
  const address = supportEmail();
  const [subject, setSubject] = useTyped('subject', '');
  const [text, setText] = useTyped('message', '');
  const [error, setError] = useState<string>();
  const write = async () => {
    if (text.trim() === '') return setError('Please write what it is about');
    window.location.href = mailto(address, subject.trim() || 'A question', text);
  };
  return (
    <Panel title="Contact" id="contact">
      <p>
        Not answered above? Write to <a href={`mailto:${address}`}>{address}</a>. We reply on business days.
      </p>
      <Form className="contact-form" onSubmit={write}>
        <Input
          label="Subject"
          optional
          hint="For a sale, its number such as TX7K2M9QPD"
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <Textarea
          label="Message"
          rows={5}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
        <div>
          <Button type="submit" icon="message">
            Write in your mail program
          </Button>
        </div>
      </Form>
    </Panel>
  );
};
