import { startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { readable, startMailServer } from '#tests/support/mailServer.ts';
import { startRedis } from '#tests/support/redis.ts';
import { BUCKET, CREDENTIALS, startS3 } from '#tests/support/s3Server.ts';
import { SECRET_KEY, type StripePeer, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';

export type Mail = { to: string; text: string };

/** What stands around one server: what it is told of it, and what the journey needs to know. */
export type AdapterSet = {
  variables: Record<string, string>;
  stripe?: StripePeer;
  /** Undefined: they are at /dev/mail. */
  emails?: () => Mail[];
  close(): Promise<unknown>;
};

const onEventStoreDb = async (): Promise<AdapterSet> => {
  const peer = await startEventStoreDbPeer();
  return { variables: { EVENTSTORE_URL: peer.url }, close: async () => peer.down() };
};
const onRedis = async (): Promise<AdapterSet> => {
  const redis = await startRedis();
  return { variables: { REDIS_URL: redis.url }, close: redis.stop };
};
const onStripe = async (): Promise<AdapterSet> => {
  const stripe = await startStripePeer();
  const variables = {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.join(','),
    STRIPE_API_BASE: stripe.apiBase,
  };
  return { variables, stripe, close: stripe.close };
};
const onS3 = async (): Promise<AdapterSet> => {
  const { endpoint, close } = await startS3();
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = CREDENTIALS;
  return { variables: { S3_BUCKET: BUCKET, S3_ENDPOINT: endpoint, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }, close };
};
const onSmtp = async (): Promise<AdapterSet> => {
  const { url, received, close } = await startMailServer();
  return { variables: { SMTP_URL: url }, emails: () => readable(received), close };
};

const together = async (...opening: (() => Promise<AdapterSet>)[]): Promise<AdapterSet> => {
  const sets = await Promise.all(opening.map((open) => open()));
  return {
    ...Object.assign({}, ...sets),
    variables: Object.assign({}, ...sets.map(({ variables }) => variables)),
    close: () => Promise.all(sets.map(({ close }) => close())),
  };
};

export const ADAPTER_SETS: readonly { name: string; needsRedis?: true; open: () => Promise<AdapterSet> }[] = [
  { name: 'everything embedded', open: () => together() },
  { name: 'events in EventStoreDB (peer)', open: onEventStoreDb },
  { name: 'jobs in Redis', needsRedis: true, open: onRedis },
  { name: 'payments by Stripe (peer)', open: onStripe },
  { name: 'files in S3 (s3rver)', open: onS3 },
  { name: 'mail by SMTP (smtp-server)', open: onSmtp },
  {
    name: 'all five',
    needsRedis: true,
    open: () => together(onEventStoreDb, onRedis, onStripe, onS3, onSmtp),
  },
];
