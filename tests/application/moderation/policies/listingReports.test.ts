import { expect, test } from 'vitest';
import { people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER } from '../../policies/stage.ts';

const REPORT = {
  case: 1,
  sellerId: SELLER,
  reporterId: BUYER,
  ground: 'counterfeit',
  explanation: 'It is a recast.',
  listingRevision: 0,
} as const;
const DECIDED = {
  case: 1,
  sellerId: SELLER,
  reporters: [BUYER],
  basis: 'terms' as const,
  ownAccord: false,
  statement: 'The mould line shows it.',
  by: 'clerk',
  complainUntil: 9,
};
const COMPLAINT = { case: 1, sellerId: SELLER, complainantId: SELLER, text: 'It is an original.' };
const ANSWERED = {
  case: 1,
  sellerId: SELLER,
  reporters: [BUYER],
  statement: 'The invoice proves it.',
  by: 'colleague',
};

const opened = async () => {
  const stage = await openStage();
  await people(stage);
  const told = () => stage.emails.flatMap(({ template, notice }) => (notice ? [`${notice.side} ${template}`] : []));
  return { stage, told };
};

test('confirms a report to its author and tells support without its text', async () => {
  const { stage, told } = await opened();
  await stage.given(`notice-${LISTING}`, 'ListingReported', REPORT);
  await stage.settle();
  expect(told()).toEqual(['reporter reportReceived']);
  const [toSupport] = stage.emails.filter(({ template }) => template === 'listingReported');
  expect(JSON.stringify(toSupport)).not.toContain('recast');
  expect((await stage.listingState()).removed).toBe(false);
});

test('takes a removed listing off the market, notifies both, and restores it after a successful complaint', async () => {
  const { stage, told } = await opened();
  await stage.given(`notice-${LISTING}`, 'ListingReported', REPORT);
  await stage.given(`notice-${LISTING}`, 'ListingReportDecided', { ...DECIDED, outcome: 'removed' });
  await stage.settle();
  expect(told().sort()).toEqual(['reporter reportDecided', 'reporter reportReceived', 'seller reportDecided']);
  expect(await stage.listingState()).toMatchObject({ status: 'archived', removed: true });
  await stage.given(`notice-${LISTING}`, 'ListingComplaintMade', COMPLAINT);
  await stage.given(`notice-${LISTING}`, 'ListingComplaintDecided', {
    ...ANSWERED,
    outcome: 'reversed',
    removed: false,
  });
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect(await stage.listingState()).toMatchObject({ status: 'active', removed: false });
  expect(told().slice(3).sort()).toEqual([
    'reporter complaintDecided',
    'seller complaintDecided',
    'seller complaintReceived',
  ]);
  // carrying out the decision records no second decision
  expect(await stage.typesOf(`notice-${LISTING}`)).toEqual([
    'ListingReported',
    'ListingReportDecided',
    'ListingComplaintMade',
    'ListingComplaintDecided',
  ]);
});

test('leaves an allowed listing alone until its reporter’s complaint succeeds', async () => {
  const { stage } = await opened();
  await stage.given(`notice-${LISTING}`, 'ListingReported', REPORT);
  await stage.given(`notice-${LISTING}`, 'ListingReportDecided', { ...DECIDED, outcome: 'nothing' });
  await stage.settle();
  expect((await stage.listingState()).removed).toBe(false);
  await stage.given(`notice-${LISTING}`, 'ListingComplaintMade', { ...COMPLAINT, complainantId: BUYER });
  await stage.given(`notice-${LISTING}`, 'ListingComplaintDecided', {
    ...ANSWERED,
    outcome: 'reversed',
    removed: true,
  });
  await stage.settle();
  expect(await stage.listingState()).toMatchObject({ status: 'archived', removed: true });
});

test('tells a complainant the first decision, so that the answer makes sense', async () => {
  const { stage } = await opened();
  await stage.given(`notice-${LISTING}`, 'ListingReported', REPORT);
  await stage.given(`notice-${LISTING}`, 'ListingReportDecided', { ...DECIDED, outcome: 'nothing' });
  await stage.given(`notice-${LISTING}`, 'ListingComplaintMade', { ...COMPLAINT, complainantId: BUYER });
  await stage.given(`notice-${LISTING}`, 'ListingComplaintDecided', { ...ANSWERED, outcome: 'stands', removed: true });
  await stage.settle();
  const answers = stage.emails.filter(({ template }) => template === 'complaintDecided');
  expect(answers.map(({ notice }) => notice?.decided)).toEqual(['nothing', 'nothing']);
});

test('tells the e-mail about a decision whether its reader can sign in', async () => {
  const { stage } = await opened();
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'Three buyers say the same.' });
  await stage.given(`notice-${LISTING}`, 'ListingReported', REPORT);
  await stage.given(`notice-${LISTING}`, 'ListingReportDecided', { ...DECIDED, outcome: 'removed' });
  await stage.settle();
  const decisions = stage.emails.flatMap(({ template, notice }) =>
    template === 'reportDecided' && notice ? [notice] : [],
  );
  expect(decisions.map(({ side, signsIn }) => ({ side, signsIn }))).toEqual(
    expect.arrayContaining([
      { side: 'seller', signsIn: false },
      { side: 'reporter', signsIn: true },
    ]),
  );
});
