import { holderOf } from '#application/accounts/nameClaims.ts';
import { openRepository } from '#application/streams/repository.ts';
import { ROLES, type Role, SYSTEM } from '#domain/shared/actor.ts';
import { importSessionKey, openPostgresSessions } from '../accounts/postgresSessions.ts';
import type { Storage } from '../composition/storage.ts';
import { wordsOf } from '../http/rejections.ts';
import type { Config } from '../settings/config.ts';
import { openMovableClock, systemClock } from '../system/clock.ts';
import { newId } from '../system/ids.ts';
import { StartFailure } from '../system/startFailure.ts';
import { runOperation, write } from './commandLine.ts';

const USAGE = `npm run roles -- grant EMAIL ROLE
npm run roles -- revoke EMAIL ROLE
Roles: ${ROLES.join(', ')}`;

const ACTIONS = { grant: 'GrantRole', revoke: 'RevokeRole' } as const;
const isAction = (text: string | undefined): text is keyof typeof ACTIONS =>
  text !== undefined && Object.hasOwn(ACTIONS, text);
const isRole = (text: string | undefined): text is Role => ROLES.includes(text as Role);

/** Creates the first admin. An event like any other grant; the account must sign in again. */
const change = async (
  type: 'GrantRole' | 'RevokeRole',
  email: string,
  role: Role,
  storage: Storage,
  config: Config,
) => {
  const { journal, db, hashName } = storage;
  const clock = config.production ? systemClock : await openMovableClock(db);
  const repository = openRepository({ journal, clock });
  const id = await holderOf('email', email, { repository, hashName });
  if (!id) throw new StartFailure(`nobody is registered as ${email}`);
  const cause = newId();
  const context = { commandId: cause, correlationId: cause, causationId: cause, actor: SYSTEM };
  const changed = await repository.accounts.send(id, { type, role }, context);
  if (!changed.ok) throw new StartFailure(`this was refused: ${wordsOf(changed.error)}`);
  const key = await importSessionKey(new Uint8Array(Buffer.from(config.secrets.jwt)));
  await openPostgresSessions({ db, key, newId }).endAll(id);
  write(`${email} has the roles ${changed.value.state.roles.join(', ')}.`);
};

runOperation(USAGE, ([action, email, role]) =>
  isAction(action) && email && isRole(role)
    ? (storage, config) => change(ACTIONS[action], email, role, storage, config)
    : undefined,
);
