import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const NAME = 'vanishing';
let leaver: Member;
let staff: Member;
let auditor: Member;
let admin: Member;

/** Every search that takes a name of an account. */
const searches = (name: string): [reader: () => Member, path: string][] => [
  [() => auditor, `audit/streams?search=${name}`],
  [() => staff, `audit/streams?search=${name}`],
  [() => auditor, `audit/events?q=actor:${name}`],
  [() => auditor, `audit/events?q=${name}`],
  [() => auditor, `audit/events/histogram?q=actor:${name}`],
  [() => auditor, `audit/events/export?q=actor:${name}`],
  [() => auditor, `audit/security?who=${name}`],
  [() => auditor, `audit/disclosures?who=${name}`],
  [() => staff, `staff/accounts?search=${name}`],
  [() => staff, `staff/cases?search=${name}`],
  [() => auditor, `staff/cases?search=${name}`],
];

const again = async (member: Member) => market().signIn(member.email, member.password, member);

beforeAll(async () => {
  [leaver, staff, auditor, admin] = await Promise.all([
    market().seller(NAME),
    market().staff('nstaff'),
    market().member('nauditor'),
    market().member('nadmin'),
  ]);
  await market().grant(auditor, 'auditor');
  await market().grant(admin, 'admin');
});

const answers = async (path: string, reader: Member): Promise<string> => {
  const response = await fetch(new URL(`/api/${path}`, market().url), {
    headers: { Authorization: `Bearer ${reader.token}` },
  });
  return `${response.status} ${await response.text()}`;
};

test('no search leads from the name of an erased account to its id', async () => {
  await leaver.get('user/profile');
  expect(await answers(`audit/streams?search=${NAME}`, auditor)).toContain(leaver.id);
  expect(await answers(`audit/events?q=actor:${NAME}`, auditor)).toContain(leaver.id);
  expect((await leaver.post('user/deletion', { password: leaver.password })).status).toBe(200);
  await market().advance(31 * DAY);
  await market().settle();
  await Promise.all([staff, auditor, admin].map(again));
  for (const name of [NAME, NAME.toUpperCase(), leaver.email])
    for (const [reader, path] of searches(encodeURIComponent(name))) {
      const answer = await answers(path, reader());
      expect([path, answer.slice(0, 3)]).toEqual([path, '200']);
      expect([path, answer.includes(leaver.id)]).toEqual([path, false]);
      expect([path, answer.includes('"totalCount":0') || !/"totalCount"/.test(answer)]).toEqual([path, true]);
    }
  const granted = await admin.post('admin/roles/grant', { account: leaver.email, role: 'staff' });
  expect([granted.status, granted.body.code]).toEqual([404, 'accountNotFound']);
  // the id still finds the history
  expect(await answers(`audit/streams?search=${leaver.id}`, auditor)).toContain(`account-${leaver.id}`);
});
