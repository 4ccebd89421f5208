import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import { type DataAccessEvent, dataAccessEvents } from '#domain/audit/accessLog.ts';
import { type SecurityEvent, securityEvents } from '#domain/audit/securityLog.ts';
import { documentProjection } from '../../engine/documentProjection.ts';
import { idOf } from '../../engine/rows.ts';

/** Account events that change who can sign in, and with which rights. */
const OF_ACCOUNTS = [
  'RoleProposed',
  'RoleProposalWithdrawn',
  'RoleGranted',
  'RoleRevoked',
  'PasswordChanged',
  'SecondFactorAdded',
  'SecondFactorRemoved',
  'PasskeyAdded',
  'PasskeyRemoved',
  'RecoveryCodesRenewed',
  'EmailChangeRequested',
  'EmailChangeConfirmed',
  'EmailChanged',
  'EmailChangeEnded',
  'AccountSuspended',
  'AccountReinstated',
  'AccountTerminated',
] as const satisfies readonly AccountEvent['type'][];

const OPENINGS = Object.keys(dataAccessEvents) as DataAccessEvent['type'][];

const NOTED = Object.keys(securityEvents) as SecurityEvent['type'][];

export type SecurityFact = SecurityEvent['type'] | DataAccessEvent['type'] | (typeof OF_ACCOUNTS)[number];
type Handled = Extract<Recorded, { type: SecurityFact }>;

/** Rows hold account ids only, so erasing an account leaves no names behind. */
export type SecurityRow = {
  event_id: string;
  position: string;
  stream: string;
  revision: number;
  type: SecurityFact;
  at: number;
  account_id: string | null;
  /** Who did it, if somebody else than the account. */
  by_id: string | null;
  network: string | null;
  address: string | null;
  times: number;
  /** The history whose personal data was opened. */
  opened_of: string | null;
  detail: Detail;
};

type Detail = {
  way?: string;
  why?: string;
  call?: string;
  role?: string;
  secondFactor?: boolean;
  purpose?: string;
  opened?: string;
  fields?: string[];
};

const ofSecurity = (event: Extract<Handled, { type: SecurityEvent['type'] }>) => {
  const { at: _, accountId, network, times, ...detail } = event.data;
  const { address = null, ...rest } = { address: null, ...detail };
  return { account_id: accountId, by_id: null, network, address, times, detail: rest satisfies Detail };
};

const isNoted = (event: Handled): event is Extract<Handled, { type: SecurityEvent['type'] }> =>
  (NOTED as readonly string[]).includes(event.type);

const rowOf = (event: Handled): SecurityRow => {
  const { id, position, stream, revision, type, data, metadata } = event;
  const shared = { event_id: id, position, stream, revision, type, at: data.at, opened_of: null };
  if (isNoted(event)) return { ...shared, ...ofSecurity(event) };
  const account = idOf(stream);
  if (event.type === 'PersonalDataOpened') {
    const { of, openedBy, event: opened, fields, purpose } = event.data;
    const detail = { opened, fields, purpose };
    const row = { ...shared, opened_of: of, account_id: account, by_id: openedBy };
    return { ...row, network: null, address: null, times: 1, detail };
  }
  const by = metadata.actor.id === account ? null : metadata.actor.id;
  const detail = 'role' in data ? { role: data.role } : 'why' in data && data.why ? { why: data.why } : {};
  return { ...shared, account_id: account, by_id: by, network: null, address: null, times: 1, detail };
};

export const security = documentProjection<Handled, { facts: SecurityRow }>({
  name: 'security',
  version: 4,
  handles: [...NOTED, ...OF_ACCOUNTS, ...OPENINGS],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.facts (
      event_id text COLLATE "C" PRIMARY KEY, position text COLLATE "C" NOT NULL, stream text COLLATE "C" NOT NULL, revision int NOT NULL,
      type text COLLATE "C" NOT NULL, at bigint NOT NULL, account_id text COLLATE "C", by_id text COLLATE "C", network text COLLATE "C",
      address text COLLATE "C", times int NOT NULL, opened_of text COLLATE "C", detail jsonb NOT NULL)`);
    await db.raw(`CREATE INDEX facts_newest ON ${schema}.facts (at DESC, event_id DESC)`);
    await db.raw(`CREATE INDEX facts_of_account ON ${schema}.facts (account_id, at DESC, event_id DESC)`);
    await db.raw(
      `CREATE INDEX facts_opened ON ${schema}.facts (opened_of, at DESC, event_id DESC) WHERE opened_of IS NOT NULL`,
    );
    await db.raw(`CREATE INDEX facts_addressed ON ${schema}.facts (address) WHERE address IS NOT NULL`);
    await db.raw(`CREATE INDEX facts_from ON ${schema}.facts (network, at DESC, event_id DESC)`);
  },
  tables: { facts: { key: ['event_id'] } },
  evolve: ({ facts }, event) => facts.put(rowOf(event)),
});
