import { beforeEach, expect, test } from 'vitest';
import { caseDeskCommands } from '#application/transactions/caseDesk.ts';
import { DAY } from '#domain/shared/instants.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { paid, people, TOTAL } from '../../policies/scenes.ts';
import { openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const [SAM, KIM] = ['a'.repeat(32), 'e'.repeat(32)];
const staff = (id: string) => ({ id, role: 'staff' as const });
const VERIFIED = { bankVerified: true, payoutsHeldUntil: null };

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  for (const [id, username] of [
    [SAM, 'Sam'],
    [KIM, 'Kim'],
  ] as const) {
    const email = `${username.toLowerCase()}@example.com`;
    const registered = { username, email, country: 'Netherlands', termsAcceptedAt: 1 };
    await stage.given(`account-${id}`, 'AccountRegistered', registered);
    await stage.given(`account-${id}`, 'EmailVerified', {});
    await stage.given(`account-${id}`, 'RoleGranted', { role: 'staff', grantedBy: SELLER });
  }
  await paid(stage);
  await stage.sale({ type: 'ConfirmShipment', trackingCode: null, carrier: null }, stage.seller);
  const claim = { category: 'DAMAGED', claim: TOTAL, text: 'a wing', evidence: [] };
  await stage.sale({ type: 'OpenDispute', ...claim }, stage.buyer);
  await stage.sale({ type: 'ContestDispute', text: 'it left whole', evidence: [] }, stage.seller);
  await stage.settle();
});

const by = (id: string) => {
  const commandId = newId();
  return { commandId, correlationId: commandId, causationId: commandId, actor: staff(id) };
};
const desk = () => caseDeskCommands({ repository: stage.repository });
const assignee = async () => {
  await stage.settle();
  return (await stage.repository.caseDesks.load(TRANSACTION)).state.assignee;
};
const ask = (id: string) =>
  stage.sale({ type: 'AskParty', party: 'buyer', question: 'Which wing?', days: 3 }, staff(id));
const answer = () => stage.sale({ type: 'GiveStatement', text: 'The left one', evidence: [] }, stage.buyer);
/** E-mails to the two; others go to our support, because the stage lists no staff. */
const told = () => {
  const abouts = stage.emails.filter(({ template }) => template === 'caseForStaff').map(({ details }) => details.about);
  const people = stage.mailer.sent.flatMap(({ to, subject }) => (subject === 'caseForStaff' ? [to] : []));
  return people.flatMap((to, place) => (/^(sam|kim)@/.test(to) ? [`${abouts[place]} ${to}`] : []));
};

test('a question takes a free case for the person who asks, who hears of the answer', async () => {
  await ask(SAM);
  expect(await assignee()).toBe(SAM);
  await answer();
  await stage.settle();
  expect(told()).toEqual(['statementGiven sam@example.com']);
});

test('a question leaves a case with its assignee', async () => {
  await desk().assign(TRANSACTION, { from: null }, by(KIM));
  await ask(SAM);
  expect(await assignee()).toBe(KIM);
});

test('a colleague hears once of a case that they were given, and nobody hears of a case that they took', async () => {
  await desk().assign(TRANSACTION, { from: null }, by(SAM));
  await desk().assign(TRANSACTION, { from: SAM, to: KIM }, by(SAM));
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  stage.jobs.lose();
  await stage.start();
  await stage.settle();
  expect(told()).toEqual(['caseGiven kim@example.com']);
});

test('an assignee who is no longer staff hears nothing', async () => {
  await desk().assign(TRANSACTION, { from: null }, by(KIM));
  await stage.given(`account-${KIM}`, 'RoleRevoked', { role: 'staff', revokedBy: SELLER });
  await answer();
  await stage.settle();
  expect(told()).toEqual([]);
});

test.each([
  [SAM, null],
  [KIM, KIM],
])('an appeal frees the case of the person who decided: assignee %s', async (working, then) => {
  await desk().assign(TRANSACTION, { from: null }, by(working));
  await stage.sale(
    { type: 'DecideDispute', toBuyer: TOTAL, rationale: 'The photos show it', seller: VERIFIED },
    staff(SAM),
  );
  expect(await assignee()).toBe(working);
  stage.clock.advance(DAY);
  await stage.sale({ type: 'AppealDecision', text: 'It left whole', evidence: [] }, stage.seller);
  expect(await assignee()).toBe(then);
});

test('a question does not take the case for somebody who decided what is appealed', async () => {
  await stage.sale(
    { type: 'DecideDispute', toBuyer: TOTAL, rationale: 'The photos show it', seller: VERIFIED },
    staff(SAM),
  );
  stage.clock.advance(DAY);
  await stage.sale({ type: 'AppealDecision', text: 'It left whole', evidence: [] }, stage.seller);
  await ask(SAM);
  expect(await assignee()).toBeNull();
});
