import { expect, test } from 'vitest';
import { type SecurityCommand, security } from '#domain/audit/securityLog.ts';
import { SYSTEM } from '#domain/shared/actor.ts';

const ADA = 'a'.repeat(32);
const NETWORK = 'c'.repeat(32);

const told = (command: (times: number) => SecurityCommand, upTo: number): number[] =>
  Array.from({ length: upTo }, (_, index) => index + 1).filter((times) => {
    const decided = security.decide(command(times), security.initial);
    return decided.ok && decided.value.length === 1;
  });

const by = { at: 1, by: SYSTEM };
const signIn = (times: number): SecurityCommand => ({
  type: 'NoteSignIn',
  ...by,
  accountId: ADA,
  way: 'credentials',
  secondFactor: false,
  network: NETWORK,
  times,
});
const refusal = (times: number): SecurityCommand => ({
  type: 'NoteRefusedSignIn',
  ...by,
  accountId: null,
  way: 'credentials',
  why: 'unknownAddress',
  network: NETWORK,
  address: ADA,
  times,
});
const noAccess = (times: number): SecurityCommand => ({
  type: 'NoteRefusedAccess',
  ...by,
  accountId: ADA,
  call: 'GET audit/ledger',
  why: 'role',
  network: NETWORK,
  times,
});

test('stores the first three refusals of a day, then every round number', () => {
  const events = [1, 2, 3, 10, 30, 100, 300, 1_000];
  expect(told(refusal, 2_000)).toEqual(events);
  expect(told(noAccess, 2_000)).toEqual(events);
});

test('stores the first twenty sign-ins of a day', () => {
  expect(told(signIn, 250)).toEqual([...Array.from({ length: 20 }, (_, index) => index + 1), 30, 100]);
});

test('stores the number of the attempt and all its details', () => {
  const said = ({ by: _, type: __, ...data }: SecurityCommand) => data;
  for (const [command, type] of [
    [signIn(20), 'SignInSucceeded'],
    [refusal(300), 'SignInRefused'],
    [noAccess(3), 'AccessRefused'],
  ] as const)
    expect(security.decide(command, security.initial)).toEqual({ ok: true, value: [{ type, data: said(command) }] });
});
