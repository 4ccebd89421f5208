import { access } from '#domain/access/access.ts';
import { may } from '#domain/access/right.ts';
import { useUser } from '../../../api/session.tsx';
import { EmailChoice, type EmailChoiceProps } from './EmailChoice.tsx';

/** For people who see the queue. */
export const StaffEmailChoice = (props: EmailChoiceProps) =>
  may(access.case.see.queue, useUser().roles) ? <EmailChoice {...props} /> : null;
