export type Mail = {
  /** One mail per cause: the same id is sent once. */
  id: string;
  to: string;
  /** Who receives replies, if not us. */
  replyTo?: string;
  /** URL that unsubscribes from this kind of mail on POST. */
  unsubscribe?: string;
  subject: string;
  text: string;
  html: string;
};

/** `refused`: the receiving server rejected it for good; nobody gets it. */
export type MailOutcome = 'done' | 'refused';

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}
