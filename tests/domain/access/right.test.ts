import { describe, expect, test } from 'vitest';
import { access } from '#domain/access/access.ts';
import { everyRight } from '#domain/access/everyRight.ts';
import { personalRights } from '#domain/access/personalRights.ts';
import { actingRole, gateOf, may, type Right, towards } from '#domain/access/right.ts';
import { RIGHT_IN_WORDS } from '#domain/access/words.ts';
import { ROLES } from '#domain/shared/actor.ts';

const PARTIES = { buyerId: 'b'.repeat(32), sellerId: 'c'.repeat(32) };

describe('a reason', () => {
  const ofTransaction: Right = personalRights['sale.see.words'];

  test('opens a field that needs a reason only with a reason', () => {
    expect(may(ofTransaction, 'auditor')).toBe(false);
    expect(may(ofTransaction, 'auditor', ' ')).toBe(false);
    expect(may(ofTransaction, 'auditor', 'the police ask')).toBe(true);
  });

  test('changes nothing for everybody else', () => {
    expect(may(ofTransaction, ['member', 'admin'], 'I would like to')).toBe(false);
    expect(may(ofTransaction, 'buyer', 'the police ask')).toBe(true);
  });

  test('is not required from readers who need none', () => {
    for (const { name, right } of everyRight)
      for (const who of right.withReason ?? []) expect(right.by, name).not.toContain(who);
  });
});

describe('a party of a transaction', () => {
  test('counts only as a party, whatever roles it holds', () => {
    expect(towards(PARTIES, { id: PARTIES.buyerId, roles: ROLES })).toEqual(['buyer']);
    expect(towards(PARTIES, { id: PARTIES.sellerId, roles: ROLES })).toEqual(['seller']);
    expect(towards(PARTIES, { id: 'd'.repeat(32), roles: ['member', 'staff'] })).toEqual(['member', 'staff']);
  });

  test('cannot read the case file or history of its own transaction', () => {
    for (const right of [access.case.see.file, access.history.see.events, personalRights['sale.see.internals']])
      for (const party of ['buyer', 'seller'] as const) expect(may(right, party)).toBe(false);
  });
});

describe('a call', () => {
  test('admits everybody, signed-in members or a role, as its right says', () => {
    expect(gateOf(access.listing.see.offered)).toBe('everybody');
    expect(gateOf(access.sale.see.sale)).toBe('signedIn');
    expect(gateOf(access.case.see.file)).toEqual(['staff', 'auditor', 'admin']);
    expect(gateOf(personalRights['listing.see.taken'])).toEqual([]);
  });

  test('runs in the role that its right names, otherwise as a member', () => {
    expect(actingRole(access.account.do.suspend, ['member', 'admin', 'staff'])).toBe('staff');
    expect(actingRole(access.account.do.suspend, ['member', 'admin'])).toBe('member');
    expect(actingRole(access.sale.do.act, ['member', 'staff'])).toBe('member');
    expect(actingRole(access.role.do.change, ['member', 'admin'])).toBe('admin');
  });
});

test('auditors only read, and a role that only grants roles decides nothing [D2-271]', () => {
  for (const { name, verb, right } of everyRight) {
    if (verb === 'see') continue;
    expect(right.by, name).not.toContain('auditor');
    if (name !== 'role.do.change') expect(right.by, name).not.toContain('admin');
  }
});

test('every right of a subject has its own text', () => {
  const words = everyRight.map(({ name, verb }) => `${verb} ${RIGHT_IN_WORDS[name]}`);
  expect(new Set(words).size).toBe(everyRight.length);
});
