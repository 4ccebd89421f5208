import type { Role } from '#domain/shared/actor.ts';
import { MARTA, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { STAFF_PERSON } from '../transactions/cases/aCase.ts';

const NO_VIEWS = { 'GET staff/views/cases': { views: [] }, 'GET staff/views/events': { views: [] } };

/** Opens a page for somebody with these roles besides member. */
export const openAs = (roles: Role[], path: string, replies: Record<string, unknown> = {}) => {
  const user = { ...MARTA, ...STAFF_PERSON, userId: STAFF_PERSON._id, roles: ['member' as const, ...roles] };
  signedIn(user);
  const sent = serve({ ...MEMBER_REPLIES, ...NO_VIEWS, 'GET auth/verify': { valid: true, user }, ...replies });
  return { sent, page: open(path) };
};

/** The requests that change something. */
export const actions = (sent: { method: string; path: string; body: unknown }[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
