import { describe, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import * as s from './scenario.ts';
import { command, DISPUTED_AT, given } from './scenario.ts';

const AT = DISPUTED_AT + 2 * DAY;
const says = (by: typeof s.buyer, at: number, text = 'It was packed in foam') =>
  command('GiveStatement', by, at, { text, evidence: ['photo-1'] });
const ask = (party: 'buyer' | 'seller', at: number, days = 3, question = 'How was it packed?') =>
  command('AskParty', s.staff, at, { party, question, days });

describe('both parties may give statements until the decision', () => {
  const offered = [...s.disputed, command('OfferSettlement', s.seller, DISPUTED_AT + HOUR, { toBuyer: 1_000 })];
  const sentBack = [...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()];
  const rejected = [
    ...sentBack,
    command('RejectReturn', s.seller, s.RETURN_AT + 3 * DAY, { text: 'Another knight', evidence: ['photo-2'] }),
  ];
  test.each<[string, readonly TransactionCommand[]]>([
    ['while the seller’s answer is due', s.disputed],
    ['after the seller was silent for three days', [...s.disputed, s.fires('disputeAnswer', DISPUTED_AT + 3 * DAY)]],
    ['after the seller answered', s.underReview],
    ['after a rejected return', rejected],
    ['about a late claim', [...s.completed, s.dispute(s.RUN_AT + 2 * DAY)]],
  ])('%s', (_, history) => {
    const at = s.RUN_AT + 3 * DAY;
    for (const by of [s.buyer, s.seller])
      given(history)
        .when(says(by, at))
        .emits(['StatementGiven', { by: by === s.buyer ? 'buyer' : 'seller', evidence: ['photo-1'] }]);
  });
  test('does not treat a seller who made an offer as silent', () => {
    given(offered)
      .when(s.fires('disputeAnswer', DISPUTED_AT + 3 * DAY))
      .emits('DisputeReferred');
    given(s.disputed)
      .when(s.fires('disputeAnswer', DISPUTED_AT + 3 * DAY))
      .emits('SellerSilent');
  });
  test('rejects empty statements and those before a dispute or after its decision', () => {
    given(s.underReview)
      .when(says(s.buyer, AT, ' '))
      .isRejected({ code: 'textRequired' });
    given(s.shipped).when(says(s.buyer, AT)).isRejected({ code: 'notNow' });
    given([...s.underReview, s.decide(0)])
      .when(says(s.buyer, AT + HOUR))
      .isRejected({ code: 'notNow' });
    given(s.underReview).when(says(s.stranger, AT)).isRejected({ code: 'notYourTransaction' });
  });
});

describe('a question from staff', () => {
  const asked = [...s.underReview, ask('seller', AT)];
  test('blocks a decision until the party answers or the time to answer ends', () => {
    given(s.underReview)
      .when(ask('seller', AT))
      .emits(['QuestionAsked', { party: 'seller', answerBy: AT + 3 * DAY, askedBy: s.staff.id }]);
    given(asked)
      .when(s.decide(0, AT + DAY))
      .isRejected({ code: 'notNow' });
    given([...asked, says(s.buyer, AT + HOUR)])
      .when(s.decide(0, AT + DAY))
      .isRejected({ code: 'notNow' });
    given([...asked, says(s.seller, AT + HOUR)])
      .when(s.decide(0, AT + DAY))
      .emits('DisputeDecided', 'EscrowReleased', 'PayoutApproved');
    given(asked)
      .when(s.decide(0, AT + 3 * DAY))
      .emits('DisputeDecided', 'EscrowReleased', 'PayoutApproved');
  });
  test('needs a text and between one day and two weeks to answer', () => {
    given(s.underReview)
      .when(ask('buyer', AT, 3, ''))
      .isRejected({ code: 'textRequired' });
    for (const days of [0, 15, 1.5])
      given(s.underReview)
        .when(ask('buyer', AT, days))
        .isRejected({ code: 'answerTermOutOfRange', most: 14 });
    given(s.underReview)
      .when({ ...ask('buyer', AT), by: s.seller })
      .isRejected({ code: 'notNow' });
  });
});

describe('a decision over more than €200', () => {
  /** Item €300.00, fee €15.75, shipping €5.00. */
  const TOTAL = 32_075;
  const reviewed = [
    s.buy(30_000),
    s.setShipping(),
    s.pay(s.MONDAY, TOTAL),
    s.ship(),
    s.dispute(DISPUTED_AT, TOTAL),
    s.contest(),
  ];
  const drafted = [...reviewed, s.decide(TOTAL, AT)];
  test('is shown to both as a draft for 24 hours before its author can confirm it', () => {
    given(reviewed)
      .when(s.decide(TOTAL, AT))
      .emits('DecisionProposed', ['DraftShown', { toBuyer: TOTAL, toSeller: 0, shownUntil: AT + DAY }]);
    given(drafted)
      .when(s.confirm(AT + DAY - 1, s.staff))
      .isRejected({ code: 'notNow' });
    given(drafted)
      .when(says(s.seller, AT + HOUR))
      .emits('StatementGiven');
    given(drafted)
      .when(s.confirm(AT + DAY, s.staff))
      .emits('DecisionConfirmed', 'DisputeDecided', 'RefundDeferred');
  });
  test('needs another person above €500, and also waits for the draft', () => {
    given(s.dearUnderReview).when(s.decide(20_000)).emits('DecisionProposed', 'DraftShown');
    given(s.proposed)
      .when(s.confirm(AT + DAY, s.staff))
      .isRejected({ code: 'ownDecision' });
    given(s.proposed)
      .when(s.confirm(AT + HOUR))
      .isRejected({ code: 'notNow' });
    given(s.proposed)
      .when(s.confirm(AT + DAY))
      .emits('DecisionConfirmed', 'DisputeDecided', 'RefundDeferred');
  });
  test('is carried out at once up to €200', () => {
    given(s.underReview).when(s.decide(s.TOTAL)).emits('DisputeDecided', 'RefundDeferred');
  });
});
