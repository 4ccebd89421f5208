import type { Migration } from '../postgres/migration.ts';

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
