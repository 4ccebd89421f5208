import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import { Refused, type SignedIn } from '../../endpoint.ts';

/** Histories that need an additional right, by category. */
const RIGHTS: Readonly<Record<string, Right>> = {
  security: access.history.see.security,
  disclosure: access.history.see.disclosures,
};

type Reader = Pick<SignedIn, 'roles'>;

export const mayRead = (stream: string, { roles }: Reader): boolean =>
  may(RIGHTS[stream.slice(0, stream.indexOf('-'))] ?? access.history.see.events, roles);

/** The categories that are closed to the reader. */
export const closedCategories = ({ roles }: Reader): string[] =>
  Object.entries(RIGHTS).flatMap(([category, right]) => (may(right, roles) ? [] : [category]));

/** @throws Refused if the history is closed to the reader */
export const refuseClosed = (stream: string, reader: SignedIn): void => {
  if (!mayRead(stream, reader)) throw new Refused({ code: 'notAllowed' });
};
