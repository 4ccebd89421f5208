import type { CaseFile } from '#application/contract/cases.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { classes } from '../../../../ui/classes.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { shortDate } from '../../../../ui/dates.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { PriceBreakdown } from '../../../../ui/PriceBreakdown.tsx';
import { TAccounts } from '../../../../ui/TAccounts.tsx';

/** The last nightly check of the read models behind this screen. */
const Proven = ({ night, upTo, holds }: NonNullable<CaseFile['proven']>) => (
  <p className={classes('mt-3', holds ? 'muted' : 'late')}>
    {holds
      ? `Checked in the night of ${shortDate(night)}: this screen agreed with the events${upTo === null ? '' : `, up to position ${upTo}`}.`
      : `The check in the night of ${shortDate(night)} found read models that disagree with the events: compare with the history.`}
  </p>
);

/** What was paid and where all of it is now: captured = refunded + paid out + fees + held. */
export const Money = ({ file: { transaction, sums, tAccounts, proven } }: { file: CaseFile }) => (
  <Panel title="Money">
    <PriceBreakdown
      feeInWords={termsOf(transaction).fee}
      itemPrice={transaction.amount}
      platformFee={transaction.platformFee}
      shippingCost={transaction.shippingCost}
      total={transaction.shippingCost === null ? null : transaction.totalAmount}
      ended={transaction.status === 'CANCELLED'}
    />
    <div className="mt-3">
      {tAccounts.length === 0 ? <p className="muted">No money has moved yet.</p> : <TAccounts accounts={tAccounts} />}
    </div>
    {!!transaction.owed && <p className="mt-3">Also owed: {transaction.owed}</p>}
    {sums.currency && <p className="muted">The sale holds {formatUnits(sums.held, sums.currency)}.</p>}
    {proven && <Proven {...proven} />}
  </Panel>
);
