import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { MailChoices, Pace } from '#domain/accounts/mailChoices.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { MAIL_KINDS } from '../../../ui/mailKinds.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { EmailChoice, type EmailChoiceProps } from './EmailChoice.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';

const DeviceSettings = partOnDemand(async () => (await import('./DeviceSettings.tsx')).DeviceSettings, null);

const StaffEmailChoice = partOnDemand<EmailChoiceProps>(
  async () => (await import('./StaffEmailChoice.tsx')).StaffEmailChoice,
  null,
);

const Choices = ({ chosen }: { chosen: MailChoices }) => {
  /** Undefined until the reader changes something, so that saved values stay current. */
  const [picked, setPicked] = useState<MailChoices>();
  const draft = picked ?? chosen;
  // members have one role, and load no table of rights
  const worksHere = useUser().roles.length > 1;
  const choose = useAccountCommand((choices: MailChoices) => api.put('user/emails', choices));
  const submit = async () => {
    try {
      await choose.mutateAsync(draft);
      setPicked(undefined);
      toast.success('Your choice is saved');
    } catch (error) {
      toast.error(messageOf(error, 'Your choice could not be saved. Please try again.'));
    }
  };
  return (
    <Form className="form-grid" onSubmit={submit}>
      {MAIL_KINDS.map((kind) => {
        const Choice = kind.ofStaff ? StaffEmailChoice : EmailChoice;
        const choosePace = (pace: Pace) => setPicked({ ...draft, [kind.name]: pace });
        return worksHere || !kind.ofStaff ? (
          <Choice key={kind.name} kind={kind} value={draft[kind.name]} onChange={choosePace} />
        ) : null;
      })}
      <p className="small muted">
        Emails about money, deadlines and your account always come at once. You still see everything else under the
        bell.
      </p>
      <div>
        <Button look="primary" type="submit" busyText="Saving…">
          Save choice
        </Button>
      </div>
    </Form>
  );
};

/** E-mails link to `#emails`. */
export const EmailChoices = () => {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const chosen = useQuery({
    queryKey: ['user', 'emails'],
    queryFn: ({ signal }) => api.get<MailChoices>('user/emails', { signal }),
  });
  const here = chosen.data !== undefined;
  useEffect(() => {
    if (here && hash === '#emails') place.current?.focus();
  }, [here, hash]);
  if (chosen.isPending) return <PanelSkeleton />;
  return (
    <div ref={place} id="emails" tabIndex={-1}>
      <Panel title="Emails">
        {!chosen.data ? (
          <ErrorState
            error={chosen.error}
            title="Failed to load your choice of emails"
            onRetry={() => chosen.refetch()}
          />
        ) : (
          <Choices chosen={chosen.data} />
        )}
      </Panel>
      <DeviceSettings />
    </div>
  );
};
