import type { Migration } from '../postgres/migrate.ts';

export const accountMigrations: Migration[] = [
  {
    name: '2026-11-20-credentials',
    up: async (db) => {
      await db.schema.createTable('credentials', (table) => {
        table.specificType('account_id', 'char(32)').primary();
        table.text('password_hash').notNullable();
        table.timestamp('changed_at').notNullable().defaultTo(db.fn.now());
      });
      await db.schema.createTable('one_time_tokens', (table) => {
        table.specificType('token_hash', 'char(64)').primary();
        table.specificType('account_id', 'char(32)').notNullable();
        table.text('purpose').notNullable();
        table.bigInteger('expires_at').notNullable();
        table.bigInteger('used_at');
        table.index(['account_id', 'purpose']);
      });
    },
  },
  {
    name: '2026-11-20-sessions',
    up: async (db) => {
      await db.schema.createTable('sessions', (table) => {
        table.specificType('session_id', 'char(32)').primary();
        table.specificType('account_id', 'char(32)').notNullable().index();
        table.timestamp('expires_at').notNullable().index();
      });
    },
  },
  {
    name: '2026-11-21-account-activity',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE account_activity (
          account_id text COLLATE "C" PRIMARY KEY,
          last_seen_at bigint NOT NULL,
          warned_at bigint
        )
      `);
    },
  },
  {
    name: '2026-11-23-sessions-of-devices',
    up: async (db) => {
      await db.raw(`
        ALTER TABLE sessions
          ADD COLUMN device text NOT NULL DEFAULT 'an unknown device',
          ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now(),
          ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
          ADD COLUMN ends_at timestamptz NOT NULL DEFAULT now() + make_interval(days => 30),
          ADD COLUMN idle_seconds integer NOT NULL DEFAULT 3600
      `);
      await db.raw(`
        CREATE TABLE known_devices (
          account_id text COLLATE "C" NOT NULL,
          device_hash text COLLATE "C" NOT NULL,
          seen_at timestamptz NOT NULL DEFAULT now(),
          PRIMARY KEY (account_id, device_hash)
        )
      `);
    },
  },
  {
    name: '2026-11-23-second-factors',
    up: async (db) => {
      await db.raw(`
        ALTER TABLE sessions
          ADD COLUMN proven_at timestamptz,
          ADD COLUMN by_second_factor boolean NOT NULL DEFAULT false
      `);
      await db.raw(`
        CREATE TABLE totp_secrets (
          account_id text COLLATE "C" NOT NULL,
          confirmed boolean NOT NULL,
          sealed bytea NOT NULL,
          last_step bigint NOT NULL,
          failures integer NOT NULL,
          blocked_until bigint NOT NULL,
          PRIMARY KEY (account_id, confirmed)
        )
      `);
      await db.raw(`
        CREATE TABLE recovery_codes (
          account_id text COLLATE "C" NOT NULL,
          code_hash text COLLATE "C" NOT NULL,
          PRIMARY KEY (account_id, code_hash)
        )
      `);
      await db.raw(`
        CREATE TABLE wrong_passwords (account_id text COLLATE "C" PRIMARY KEY, failures integer NOT NULL)
      `);
    },
  },
  {
    name: '2026-11-23-security-counts',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE security_counts (
          kind text COLLATE "C" NOT NULL,
          day text COLLATE "C" NOT NULL,
          times integer NOT NULL,
          PRIMARY KEY (kind, day)
        )
      `);
    },
  },
  {
    name: '2026-11-23-conversation-openings',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE conversation_openings (
          account_id text COLLATE "C" NOT NULL,
          conversation_id text COLLATE "C" NOT NULL,
          opened_at bigint NOT NULL,
          PRIMARY KEY (account_id, conversation_id)
        )
      `);
    },
  },
  {
    name: '2026-11-23-tokens-about-requests',
    up: async (db) => {
      await db.raw('ALTER TABLE one_time_tokens ADD COLUMN about char(32)');
    },
  },
  {
    name: '2026-11-24-session-generations',
    up: async (db) => {
      await db.raw(`
        ALTER TABLE sessions
          ADD COLUMN generation integer NOT NULL DEFAULT 0,
          -- From which on its tokens stand for a second factor.
          ADD COLUMN strong_from integer NOT NULL DEFAULT 0,
          ADD COLUMN replaced_at timestamptz
      `);
    },
  },
  {
    name: '2026-11-25-refresh-tokens',
    up: async (db) => {
      await db.raw(`
        ALTER TABLE sessions
          ADD COLUMN refresh_hash text COLLATE "C",
          ADD COLUMN refresh_generation integer NOT NULL DEFAULT 0,
          ADD COLUMN spent_hash text COLLATE "C",
          ADD COLUMN spent_at timestamptz,
          -- What the good token was made of, with the one before.
          ADD COLUMN refresh_salt text COLLATE "C",
          ADD COLUMN reused_at timestamptz
      `);
    },
  },
  {
    name: '2026-11-25-session-countries',
    up: async (db) => {
      await db.raw('ALTER TABLE sessions ADD COLUMN country char(2)');
    },
  },
];

export const passkeyMigrations: Migration[] = [
  {
    name: '2026-11-24-passkeys',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE passkeys (
          passkey_id text COLLATE "C" PRIMARY KEY,
          account_id text COLLATE "C" NOT NULL,
          credential_id text COLLATE "C" NOT NULL UNIQUE,
          public_key bytea NOT NULL,
          counter bigint NOT NULL,
          transports text NOT NULL,
          last_used_at timestamptz
        )
      `);
      await db.raw('CREATE INDEX passkeys_of_account ON passkeys (account_id)');
      await db.raw(`
        CREATE TABLE passkey_challenges (
          challenge_hash text COLLATE "C" PRIMARY KEY,
          account_id text COLLATE "C",
          purpose text NOT NULL,
          expires_at timestamptz NOT NULL
        )
      `);
      await db.raw('CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at)');
    },
  },
];
