import type { RightName } from '#domain/access/access.ts';
import { everyRight } from '#domain/access/everyRight.ts';
import type { Right } from '#domain/access/right.ts';
import { RIGHT_IN_WORDS, THINGS } from '#domain/access/words.ts';
import { ROLES, type Role } from '#domain/shared/actor.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';

/** A member's rights come from owning something, from being a party, or from being anybody. */
const asMember = ({ by }: Right): string | undefined => {
  if (by.includes('visitor')) return 'anybody';
  if (by.includes('member')) return 'yes';
  if (by.includes('owner')) return 'their own';
  if (by.includes('seller')) return 'in their own sales';
  return by.includes('buyer') ? 'as its buyer' : undefined;
};

const has = (right: Right, role: Role): string | undefined => {
  if (role === 'member') return asMember(right);
  if (right.by.includes(role)) return 'yes';
  const inCases = right.when?.case?.includes(role);
  const reasoned = right.withReason?.includes(role);
  if (inCases) return reasoned ? 'in a case, otherwise with a reason' : 'in a case';
  return reasoned ? 'with a reason' : undefined;
};

const rows = everyRight.filter(({ right }) => ROLES.some((role) => has(right, role)));
const things = [...new Set(rows.map(({ thing }) => thing))];

const sentence = (name: RightName, verb: 'see' | 'do'): string => {
  const words = RIGHT_IN_WORDS[name];
  return verb === 'see' ? `See ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Rendered from the access table that the server enforces. */
export const RoleRights = () => (
  <Panel title="What each role may see and do" flush className="role-rights">
    <p className="small muted">
      Everyone with a role is a member too. In their own sales they are only the buyer or the seller. Data that needs a
      reason is opened in a history, one event at a time. The person concerned sees who opened what, and why.
    </p>
    <TableRegion label="Table of rights">
      <table className="events rights">
        <caption className="sr-only">Rights by thing, and by role</caption>
        <thead>
          <tr>
            <th scope="col">Right</th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        {things.map((thing) => (
          <tbody key={thing}>
            <tr>
              <th scope="rowgroup" colSpan={ROLES.length + 1}>
                {THINGS[thing]}
              </th>
            </tr>
            {rows
              .filter((row) => row.thing === thing)
              .map(({ name, verb, right }) => (
                <tr key={name}>
                  <th scope="row">{sentence(name, verb)}</th>
                  {ROLES.map((role) => (
                    <td key={role}>{has(right, role) ?? <span className="muted">–</span>}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </TableRegion>
  </Panel>
);
