import type { TAccountAnswer } from '#application/contract/audit.ts';
import { formatUnits } from './currencies.ts';

/** `always`: shown even at zero. */
const RIGHT = [
  { key: 'refunded', label: 'Refunded', always: true },
  { key: 'chargedBack', label: 'Charged back', always: false },
  { key: 'paidOut', label: 'Paid out', always: true },
  { key: 'fees', label: 'Fees', always: true },
  { key: 'held', label: 'Held', always: true },
] as const;
const LEFT = [
  { key: 'captured', label: 'Captured', always: true },
  { key: 'covered', label: 'Paid by Reliquary', always: false },
] as const;

const TAccount = ({ account }: { account: TAccountAnswer }) => {
  const { currency, difference } = account;
  const isShown = ({ key, always }: (typeof LEFT)[number] | (typeof RIGHT)[number]) => always || account[key] !== 0;
  const left = LEFT.filter(isShown);
  const right = RIGHT.filter(isShown);
  const inSentence = (label: string) => `${label[0]!.toLowerCase()}${label.slice(1)}`;
  const sumOf = (lines: readonly { label: string }[]) => lines.map(({ label }) => inSentence(label)).join(' + ');
  const identity = `${sumOf(left)} = ${sumOf(right)}`;
  return (
    <table className="ledger">
      <caption className="sr-only">All money of this sale in {currency}</caption>
      <tbody>
        {[...left, ...right].map(({ key, label }) => (
          <tr key={key}>
            <th scope="row" className={account[key] === 0 ? 'zero' : undefined}>
              {label}
            </th>
            <td className={account[key] === 0 ? 'zero' : undefined}>{formatUnits(account[key], currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={difference === 0 ? undefined : 'uneven'}>
          <th scope="row">{`${identity[0]!.toUpperCase()}${identity.slice(1)}`}</th>
          <td>{difference === 0 ? 'Holds' : `Differs by ${formatUnits(difference, currency)}`}</td>
        </tr>
      </tfoot>
    </table>
  );
};

/** A sale's money per currency: sources on one side, current places on the other. */
export const TAccounts = ({ accounts }: { accounts: readonly TAccountAnswer[] }) =>
  accounts.map((account) => <TAccount key={account.currency} account={account} />);
