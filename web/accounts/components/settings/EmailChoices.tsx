import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { MailChoices, Pace } from '#domain/accounts/mailChoices.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { useUser } from '../../../api/session.tsx';
import { announce, areAnnounced } from '../../../ui/announcements.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Select } from '../../../ui/Input.tsx';
import { MAIL_KINDS } from '../../../ui/mailKinds.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccountCommand } from '../../api/account.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { PACES } from './paces.ts';

const PushCard = partOnDemand(async () => (await import('./PushCard.tsx')).PushCard, null);

const Choices = ({ chosen }: { chosen: MailChoices }) => {
  /** Undefined until the reader changes something, so that saved values stay current. */
  const [picked, setPicked] = useState<MailChoices>();
  const draft = picked ?? chosen;
  const seesCases = useUser().roles.includes('staff');
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
      {MAIL_KINDS.filter(({ ofStaff }) => seesCases || !ofStaff).map(({ name, label, hint }) => (
        <Select
          key={name}
          label={label}
          hint={hint}
          value={draft[name]}
          onChange={(event) => setPicked({ ...draft, [name]: event.target.value as Pace })}
        >
          {PACES.map((pace) => (
            <option key={pace.value} value={pace.value}>
              {pace.label}
            </option>
          ))}
        </Select>
      ))}
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

/** Stored per browser: a reader may need announcements on one device only. */
const Announcements = () => {
  const [on, setOn] = useState(areAnnounced);
  const choose = () => {
    announce(!on);
    setOn(!on);
  };
  return (
    <Panel title="Screen reader" className="mt-6">
      <label className="check">
        <input type="checkbox" checked={on} onChange={choose} />
        <span>Announce changes to my sales, messages and deadlines while a page is open in this browser</span>
      </label>
    </Panel>
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
      <PushCard />
      <Announcements />
    </div>
  );
};
