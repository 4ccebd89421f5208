import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../api/ApiError.ts';
import { answerMessage } from '../api/answerMessage.ts';
import { api } from '../api/client.ts';
import { supportEmail } from '../api/support.ts';
import { Button } from '../ui/Button.tsx';
import { DraftNotice, keptOn } from '../ui/DraftNotice.tsx';
import { Form } from '../ui/Form.tsx';
import { Input } from '../ui/Input.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Notice } from '../ui/States.tsx';
import { schemaOnDemand } from '../ui/schemaOnDemand.ts';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.ts';
import { useKeptWords } from '../ui/useKeptWords.ts';

const rules = schemaOnDemand(async () => (await import('#application/contract/accounts.ts')).supportQuestion);
const EMPTY = { subject: '', message: '' };
const FAILED = 'Your message could not be sent. Please try again.';

/** For members: the question goes to support, the answer to the member's address. */
export const AskSupport = ({ email }: { email: string }) => {
  const address = supportEmail();
  const [sent, setSent] = useState<string>();
  const form = useForm({ defaultValues: EMPTY, resolver: rules.resolver });
  const { register, handleSubmit, setError, formState } = form;
  const draft = useKeptWords(form, 'support');
  const { errors } = formState;
  const submit = handleSubmit(async (question) => {
    setSent(undefined);
    try {
      const message = answerMessage(await api.post('support/contact', question), 'Your message is on its way.');
      await draft.startOver(EMPTY);
      setSent(message);
      toast.success(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const message = messageOf(error, FAILED);
      setError('root', { message });
      toast.error(message);
    }
  });
  return (
    <Panel title="Contact" id="contact">
      <p>
        Not answered above? Ask us here, or write to <a href={`mailto:${address}`}>{address}</a>. We reply on business
        days. The answer goes to {email}.
      </p>
      <Form className="contact-form" onSubmit={submit} onTouch={rules.near}>
        <DraftNotice onStartOver={() => draft.startOver(EMPTY)}>
          {draft.found?.kept && keptOn(draft.found.kept.at)}
        </DraftNotice>
        <Input
          label="Subject"
          optional
          hint="For a sale, its number such as TX7K2M9QPD"
          maxLength={100}
          error={errors.subject?.message}
          {...register('subject')}
        />
        <Textarea label="Message" rows={5} maxLength={5000} error={errors.message?.message} {...register('message')} />
        {errors.root?.message && <Notice bad>{errors.root.message}</Notice>}
        {sent && <p role="status">{sent}</p>}
        <div>
          <Button type="submit" look="primary" icon="message" busyText="Sending…">
            Send message
          </Button>
        </div>
      </Form>
    </Panel>
  );
};
