import { beforeAll, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../sale.ts';
import { talks } from '../talks.ts';

/** A report and the suspension of an account in one call, over real HTTP. */
const market = useMarketplace();
const { send, publishedBy } = talks(market);
const { bought, shipped } = sales(market);
let clerk: Member;
let reporter: Member;
beforeAll(async () => {
  [clerk, reporter] = await Promise.all([market().staff('sclerk'), market().seller('sreporter')]);
});

const statusOf = async ({ id }: Member) => (await clerk.get(`staff/accounts/${id}`)).body.status;
const SUSPEND = { reason: 'The third time', ground: 'messages' };

const reportedMessage = async (sender: Member): Promise<string> => {
  const listing = await publishedBy(reporter);
  const { messageId } = (await send(sender, { content: 'A threat', recipientId: reporter.id, listingId: listing }))
    .body;
  await market().settle();
  succeeded(await reporter.post(`messages/${messageId}/report`, { reason: 'A threat' }), 'reporting');
  await market().settle();
  return messageId;
};
const resolve = (messageId: string, body: object, by = clerk, commandId?: string) =>
  by.post(`staff/message-reports/${messageId}/resolve`, body, commandId ? { commandId } : {});

test('a report of a message is closed as suspended only with the suspension', async () => {
  const sender = await market().member('ssender');
  const messageId = await reportedMessage(sender);
  const suspended = { outcome: 'suspended', note: 'Threats' };
  const refused = await resolve(messageId, suspended);
  expect([refused.status, refused.body.code]).toEqual([409, 'senderNotSuspended']);
  const contradiction = await resolve(messageId, { outcome: 'warned', note: 'Threats', suspend: SUSPEND });
  expect(contradiction.status).toBe(400);
  expect((await resolve(messageId, { ...suspended, suspend: SUSPEND }, reporter)).status).toBe(403);
  expect(await statusOf(sender)).toBe('active');

  const commandId = 'c'.repeat(32);
  succeeded(await resolve(messageId, { ...suspended, suspend: SUSPEND }, clerk, commandId), 'suspending');
  succeeded(await resolve(messageId, { ...suspended, suspend: SUSPEND }, clerk, commandId), 'the same again');
  expect(await statusOf(sender)).toBe('suspended');
  await eventually(async () => (await sender.get('user/disclosures')).status === 401);
  await market().settle();
  const { reports } = (await clerk.get('staff/message-reports?state=resolved')).body;
  expect(reports).toContainEqual(expect.objectContaining({ messageId }));
  // already suspended: the outcome is true
  expect((await resolve(messageId, suspended)).body.code).toBe('reportDecided');
});

test('an account with a role, or in an open sale with the clerk, is not suspended, and the report stays open', async () => {
  const colleague = await market().staff('scolleague');
  const ofColleague = await reportedMessage(colleague);
  const body = { outcome: 'suspended', note: 'Threats', suspend: SUSPEND };
  expect((await resolve(ofColleague, body)).body.code).toBe('holdsRole');

  const buyer = await market().member('sbuyer');
  const selling = await market().grant(await market().seller('sselling'), 'staff');
  await bought(buyer, selling);
  const ofBuyer = await reportedMessage(buyer);
  expect((await resolve(ofBuyer, body, selling)).body.code).toBe('ownSale');
  expect([await statusOf(colleague), await statusOf(buyer)]).toEqual(['active', 'active']);
  await market().settle();
  const { reports } = (await clerk.get('staff/message-reports')).body;
  for (const messageId of [ofColleague, ofBuyer])
    expect(reports).toContainEqual(expect.objectContaining({ messageId, resolution: null }));
});

test('nobody is suspended by a report that cannot be closed', async () => {
  const sender = await market().member('sdecided');
  const messageId = await reportedMessage(sender);
  succeeded(await resolve(messageId, { outcome: 'nothing', note: 'A joke' }), 'closing');
  const late = await resolve(messageId, { outcome: 'suspended', note: 'Threats', suspend: SUSPEND });
  expect(late.body.code).toBe('reportDecided');
  expect(await statusOf(sender)).toBe('active');
});

test('a listing is taken off the market and its seller suspended in one decision', async () => {
  const seller = await market().seller('srecasts');
  const listing = await publishedBy(seller);
  const report = { ground: 'counterfeit', explanation: 'The mould line shows a recast.' };
  succeeded(await reporter.post(`listings/${listing}/report`, report), 'reporting');
  const decide = (body: object) =>
    clerk.post(`staff/listing-reports/${listing}/decide`, {
      case: 1,
      basis: 'terms',
      statement: 'The mould line shows a recast.',
      ...body,
    });
  expect((await decide({ outcome: 'nothing', suspend: SUSPEND })).status).toBe(400);
  expect(await statusOf(seller)).toBe('active');
  succeeded(await decide({ outcome: 'removed', suspend: SUSPEND }), 'deciding');
  expect(await statusOf(seller)).toBe('suspended');
  await market().settle();
  const { cases } = (await clerk.get('staff/listing-reports?state=decided')).body;
  expect(cases[0].decision).toMatchObject({ outcome: 'removed', suspended: true });
  expect((await decide({ outcome: 'removed' })).body.code).toBe('reportDecided');
});

test('a review is removed and its author suspended in one decision', async () => {
  const [buyer, seller] = await Promise.all([market().member('sauthor'), market().seller('sreviewed')]);
  const { id } = await shipped(buyer, seller);
  succeeded(await buyer.post(`transaction/${id}/confirm-delivery`), 'delivery');
  const words = { transactionId: id, rating: 1, review: 'A lie.' };
  succeeded(await buyer.post(`user/${seller.id}/rate`, words), 'review');
  succeeded(await seller.post(`reviews/${id}/report`, { part: 'review', reason: 'Untrue' }), 'reporting');
  const decide = (body: object) =>
    clerk.post(`staff/review-reports/${id}/resolve`, { part: 'review', note: 'By our rules', ...body });
  expect((await decide({ outcome: 'kept', suspend: SUSPEND })).status).toBe(400);
  expect(await statusOf(buyer)).toBe('active');
  succeeded(await decide({ outcome: 'removed', suspend: SUSPEND }), 'deciding');
  expect(await statusOf(buyer)).toBe('suspended');
  await market().settle();
  const { reports } = (await clerk.get('staff/review-reports?state=resolved')).body;
  expect(reports[0].resolution).toMatchObject({ outcome: 'removed', suspended: true });
});
