import type { Knex } from 'knex';
import type { Log } from '#application/ports/log.ts';
import type { StripeSettings } from '../payments/stripe/provider.ts';
import type { Migration } from '../postgres/migrate.ts';
import type { Config } from '../settings/config.ts';
import { isConfined, isOnThisMachine } from '../settings/confined.ts';
import { confirmationOf } from '../system/confirmation.ts';
import { StartFailure } from '../system/startFailure.ts';

export const deploymentMigrations: Migration[] = [
  {
    name: '2026-11-deployments',
    up: async (db) => {
      // The newest row is the current deployment; older ones are its history.
      await db.raw(`
        CREATE TABLE deployments (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          id uuid NOT NULL DEFAULT gen_random_uuid(),
          since timestamptz NOT NULL DEFAULT clock_timestamp(),
          public_url text,
          provider text NOT NULL,
          account text,
          key_hash text
        )`);
    },
  },
];

type Deployment = {
  /** Null: this machine, any port. */
  public_url: string | null;
  provider: 'simulated' | 'stripe live' | 'stripe test';
  /** Null: simulated, or unknown because Stripe did not say. */
  account: string | null;
  /** Keyed hash. The same key belongs to the same account, so Stripe is only asked about new keys. */
  key_hash: string | null;
};
type StoredDeployment = Deployment & { id: string };
type Answer = { account: string } | { reason: string };

type Checking = {
  db: Knex;
  config: Config;
  /** Keyed hash. */
  hash: (text: string) => string;
  log?: Log | undefined;
  /** False for tools next to a marketplace, which only check. */
  records: boolean;
  askAccount?: (stripe: StripeSettings) => Promise<Answer>;
};

const askStripe = async (stripe: StripeSettings): Promise<Answer> => {
  const { ownAccount } = await import('../payments/stripe/ownAccount.ts');
  return ownAccount(stripe);
};

const newest = async (db: Knex): Promise<StoredDeployment | undefined> =>
  db('deployments').orderBy('number', 'desc').first();

const settingsOf = ({ publicUrl, stripe }: Config, hash: Checking['hash']): Deployment => ({
  public_url: publicUrl === undefined || isOnThisMachine(publicUrl) ? null : new URL(publicUrl).origin,
  provider: stripe === undefined ? 'simulated' : stripe.secretKey.includes('_live_') ? 'stripe live' : 'stripe test',
  account: null,
  key_hash: stripe === undefined ? null : hash(`key of the provider ${stripe.secretKey}`),
});

const isSameKey = (one: Deployment, other: Deployment): boolean =>
  one.provider === other.provider && one.key_hash === other.key_hash;

const isSameAccount = (one: Deployment, other: Deployment): boolean =>
  isSameKey(one, other) || (one.provider === other.provider && one.account !== null && one.account === other.account);

const said = ({ public_url, provider, account }: Deployment): string =>
  `${public_url ?? 'an address of its own machine'} with ${provider === 'simulated' ? 'simulated payments' : `${provider} ${account ?? '(unknown account)'}`}`;

/** Returns false if another process has added a row meanwhile. */
const add = (db: Knex, here: Deployment, after: StoredDeployment | undefined): Promise<boolean> =>
  db.transaction(async (transaction) => {
    await transaction.raw('LOCK TABLE deployments IN SHARE ROW EXCLUSIVE MODE');
    if ((await newest(transaction))?.id !== after?.id) return false;
    await transaction('deployments').insert(here);
    return true;
  });

/**
 * Whether this process may act for the marketplace in this database: a copy would e-mail real people and move real
 * money. Returns `copy` for a confined copy. @throws StartFailure
 */
export const checkDeployment = async (checking: Checking): Promise<'ours' | 'copy'> => {
  const { db, config, hash, log, records, askAccount = askStripe } = checking;
  const kept = await newest(db);
  const here = settingsOf(config, hash);
  let unknown = '';
  if (kept && isSameKey(kept, here)) here.account = kept.account;
  if (config.stripe && here.account === null) {
    const answer = await askAccount(config.stripe);
    if ('account' in answer) here.account = answer.account;
    else {
      unknown = `; Stripe does not say whose key this is: ${answer.reason}`;
      log?.warn(
        { reason: answer.reason },
        'the account at the provider is not known: a start with another key is refused',
      );
    }
  }
  const again = () => checkDeployment(checking);

  if (!kept) return !records || (await add(db, here, kept)) ? 'ours' : again();
  if (kept.public_url === here.public_url && isSameAccount(kept, here)) {
    const { account, key_hash } = here;
    if (records && (kept.account !== account || kept.key_hash !== key_hash))
      await db('deployments').where({ id: kept.id }).update({ account, key_hash });
    return 'ours';
  }

  const code = confirmationOf(kept.id, here.public_url, here.provider, here.account ?? here.key_hash);
  if (config.marketplaceMoved === code) {
    if (!records) return 'ours';
    if (!(await add(db, here, kept))) return again();
    log?.warn({ from: said(kept), to: said(here) }, 'the marketplace has moved');
    return 'ours';
  }
  if (isConfined(config)) {
    log?.warn({ of: said(kept) }, 'this is a copy of a marketplace: nothing leaves this machine');
    return 'copy';
  }
  throw new StartFailure(
    `the marketplace in this database is at ${said(kept)}, and these settings are ${said(here)}${unknown}: a copy opens on this machine alone, with simulated payments, without SMTP_URL and S3_BUCKET; if the marketplace has moved, start once with MARKETPLACE_MOVED=${code}`,
  );
};
