import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BANK_CHANGE_HOLD } from '#domain/accounts/limits.ts';
import { inHours } from '#domain/shared/lengths.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { profileQuery } from '../../../api/account.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState, Notice } from '../../../ui/States.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { type MaskedBankDetails, type SellerStatus, useBankDetails, useSellerStatus } from '../../api/account.ts';
import { BankForm } from './BankForm.tsx';
import { BecomeSeller } from './BecomeSeller.tsx';
import { ConfirmIdentity } from './ConfirmIdentity.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';

const Masked = ({ details }: { details: NonNullable<MaskedBankDetails> }) => (
  <dl className="facts">
    <dt>Account holder</dt>
    <dd>{details.accountHolder}</dd>
    <dt>IBAN</dt>
    <dd className="mono">{details.iban}</dd>
    <dt>Bank name</dt>
    <dd>{details.bankName}</dd>
  </dl>
);

/** `the account is closed` → `The account is closed.`: banks give fragments as reasons. */
const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;

const Frozen = ({ until }: { until: string }) => (
  <Notice>
    <b>Payouts and bank details wait until {dateTime(until)}.</b> Your first second factor is new, and this protects
    your money. Payouts then go on without you.
  </Notice>
);

const Standing = ({ bankAccount: bank, payoutsHeldUntil: held, identityPage }: SellerStatus) => {
  const now = useNow();
  if (bank.verified && held && Date.parse(held) > now)
    return (
      <Notice>
        <b>Payouts wait until {dateTime(held)}.</b> You have changed your bank account. For your safety, we send nothing
        to the new one for {inHours(BANK_CHANGE_HOLD)}. If it was not you, change your password and write to us.
      </Notice>
    );
  if (bank.verified)
    return <p>Your bank account is verified. Released sales are usually paid out to it within {TERMS.payout}.</p>;
  if (bank.rejectedReason)
    return (
      <Notice bad>
        <b>Your bank did not accept these details.</b> {sentence(bank.rejectedReason)} Please correct them. Released
        money waits until then; nothing is lost.
      </Notice>
    );
  if (identityPage)
    return (
      <>
        <Notice>
          <b>Your bank account is being checked.</b> The law requires our payment provider to know whom it pays. Confirm
          your identity on its page; we never see your documents. You can list miniatures in the meantime.
        </Notice>
        <ConfirmIdentity />
      </>
    );
  return (
    <Notice>
      <b>Your bank account is being checked.</b> This usually takes a moment. You can list miniatures in the meantime;
      you are paid once it is verified.
    </Notice>
  );
};

/** End of the waiting time of a first second factor. */
const useFrozen = ({ frozenUntil }: Pick<SellerStatus, 'frozenUntil'>): string | null => {
  const now = useNow();
  return frozenUntil && Date.parse(frozenUntil) > now ? frozenUntil : null;
};

/** Bank details on file: verified, being checked or rejected. */
const OnFile = ({ status, details }: { status: SellerStatus; details: NonNullable<MaskedBankDetails> }) => {
  const [changing, setChanging] = useState(false);
  const frozen = useFrozen(status);
  const { verified, rejectedReason } = status.bankAccount;
  return (
    <Panel
      title={verified ? 'Seller Account' : 'Seller Setup Completed'}
      className="max-w-2xl"
      aside={
        verified ? (
          <Badge tone="done">Verified seller</Badge>
        ) : (
          <Badge tone={rejectedReason ? 'bad' : 'wait'} half={!rejectedReason}>
            {rejectedReason ? 'Not accepted' : 'Being checked'}
          </Badge>
        )
      }
    >
      <div className="form-grid">
        {frozen && <Frozen until={frozen} />}
        <Standing {...status} />
        {changing && !frozen ? (
          <>
            <Notice>
              After a change of the bank account, payouts wait {inHours(BANK_CHANGE_HOLD)} for your safety.
            </Notice>
            <BankForm replaces onDone={() => setChanging(false)} />
          </>
        ) : (
          <>
            <Masked details={details} />
            <div className="row">
              <ButtonLink to="/listings/create" look={verified ? 'primary' : 'plain'} icon="plus">
                Create Listing
              </ButtonLink>
              {!frozen && <Button onClick={() => setChanging(true)}>Change bank details</Button>}
            </div>
          </>
        )}
      </div>
    </Panel>
  );
};

const FirstBank = ({ status }: { status: SellerStatus }) => {
  const frozen = useFrozen(status);
  return (
    <Panel title="Bank details" className="max-w-2xl" aside={<Badge tone="wait">Seller terms accepted</Badge>}>
      <p className="mb-5">You can already list miniatures. Add a bank account to see your sales and get paid.</p>
      {frozen ? <Frozen until={frozen} /> : <BankForm replaces={false} />}
    </Panel>
  );
};

export const SellerAccount = () => {
  const status = useSellerStatus();
  const bank = useBankDetails(status.data?.feeAccepted === true);
  const queries = useQueryClient();
  const verified = status.data?.bankAccount.verified;
  useEffect(() => {
    if (verified) void queries.invalidateQueries(profileQuery);
  }, [verified, queries]);
  if (status.isPending) return <PanelSkeleton />;
  if (!status.data)
    return <ErrorState error={status.error} title="Failed to load seller profile" onRetry={() => status.refetch()} />;
  if (!status.data.feeAccepted) return <BecomeSeller />;
  if (bank.isPending) return <PanelSkeleton />;
  if (bank.data === undefined)
    return <ErrorState error={bank.error} title="Failed to load bank details" onRetry={() => bank.refetch()} />;
  if (bank.data) return <OnFile status={status.data} details={bank.data} />;
  return <FirstBank status={status.data} />;
};
