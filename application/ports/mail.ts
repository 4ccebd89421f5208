export type Mail = {
  /** One mail per cause: sending the same id again sends nothing. */
  id: string;
  to: string;
  /** Who gets the answer, when it is not us. */
  replyTo?: string;
  /** Address that ends this kind of mail when it is posted to. */
  unsubscribe?: string;
  subject: string;
  text: string;
  html: string;
};

/** Refused: by its server, and for good, so that nobody gets it. */
export type MailOutcome = 'done' | 'refused';

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}
