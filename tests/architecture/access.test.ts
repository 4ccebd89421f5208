import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
})
  .toString()
  .trim()
  .split('\n')
  .filter(
    (file) =>
      /^(domain|application|projections|infrastructure|web)\//.test(file) && fs.existsSync(path.join(root, file)),
  );

/** A question after somebody's role that does not go through the table of access. */
const asks = (source: string): boolean =>
  /(?:\broles\.(?:includes|some)\(\s*|\brole\s*[!=]==?\s*)(?:\(\w+\) => \w+ === )?'(?:staff|auditor|admin)'/.test(
    source,
  );

/** Where a role is what is spoken of, not what lets somebody in. */
const ABOUT_ROLES = [
  'application/accounts/roles.ts',
  'domain/accounts/account.ts',
  'domain/transactions/allowed.ts',
  'projections/transactions/cases/statements.ts',
  'web/accounts/returnUrl.ts',
  'web/accounts/components/roles/Roles.tsx',
  'web/transactions/components/detail/TransactionDetail.tsx',
];

test('only the access table decides what a role may do', () => {
  expect(sources.length).toBeGreaterThan(300);
  const asking = sources.filter((file) => asks(fs.readFileSync(path.join(root, file), 'utf8')));
  expect(asking.filter((file) => !ABOUT_ROLES.includes(file))).toEqual([]);
});

test.each([
  "if (account.roles.includes('staff')) show();",
  "if (by.role !== 'admin') return reject({ code: 'notAllowed' });",
  "viewer.roles.some((role) => role === 'auditor')",
])('a check like %s is found', (source) => expect(asks(source)).toBe(true));
