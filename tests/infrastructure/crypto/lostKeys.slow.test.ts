import { afterAll, beforeAll, expect, test } from 'vitest';
import { SubjectErased } from '#application/ports/keys.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { ADDRESS, type Member, startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../../http/sale.ts';

let peer: EventStoreDbPeer;
let market: TestMarketplace;
let buyer: Member;
let seller: Member;
const { bought, paid } = sales(() => market);
beforeAll(async () => {
  peer = await startEventStoreDbPeer();
  market = await startMarketplace({ eventStoreUrl: peer.url });
  [buyer, seller] = await Promise.all([market.member('keybuyer'), market.seller('keyseller')]);
});
afterAll(async () => {
  await market?.close();
  peer?.down();
});

test('marks keys that a restored database lost as erased; the others still work', async () => {
  const sold = await paid(buyer, seller);
  await market.settle();
  const { config, dataDir, marketplace } = market;
  const variables = { DATABASE_URL: config.databaseUrl!, DATA_DIR: dataDir, EVENTSTORE_URL: peer.url };
  const lost = () => runProgram('keys', ['lost'], variables);
  expect(await lost()).toEqual({ code: 0, output: '0 keys are lost.\n' });

  // as after a backup from before this sale: the events exist, the key does not
  const subject = `transaction-${sold.id}`;
  expect(await marketplace.db('subject_keys').where({ subject }).delete()).toBe(1);
  expect(await lost()).toEqual({ code: 0, output: `${subject}\n1 keys are lost.\n` });
  expect(await lost()).toEqual({ code: 0, output: '0 keys are lost.\n' });

  const { masterKey } = config.secrets;
  const keys = openSubjectKeys({ db: marketplace.db, masterKey });
  await expect(keys.obtain(subject)).rejects.toBeInstanceOf(SubjectErased);
  const others = [`account-${buyer.id}`, `account-${seller.id}`];
  expect([...(await keys.find([subject, ...others])).keys()].sort()).toEqual(others.sort());
});

test('refuses writes for an erased subject', async () => {
  const { id } = await bought(buyer, seller);
  const row = { subject: `transaction-${id}`, wrapped_key: null, master_key: null, erased_at: new Date() };
  await market.marketplace.db('subject_keys').insert(row);
  const { status, body } = await buyer.put(`transaction/${id}/shipping`, { shippingAddress: ADDRESS });
  expect([status, body.code]).toEqual([410, 'erased']);
});
