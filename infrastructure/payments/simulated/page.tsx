import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatCents } from '#domain/shared/money.ts';
import { minutesSpelled } from '#domain/shared/spelled.ts';
import type { BankChoice, BankClaim, BankPayment } from './bank.ts';
import { type CheckoutRow, SETTLEMENT_MS } from './checkouts.ts';

const CHOICES = [
  { outcome: 'paid', title: 'Pay by card', note: 'The payment succeeds at once.' },
  {
    outcome: 'processing',
    title: 'Pay by bank transfer',
    note: `Processing first; the money arrives in about ${minutesSpelled(SETTLEMENT_MS)}.`,
  },
  { outcome: 'failed', title: 'Pay with a declined card', note: 'The bank refuses. You can try again in the shop.' },
  { outcome: 'cancelled', title: 'Cancel and go back', note: 'Nothing is paid.' },
] as const;

const ENDED: Readonly<Record<CheckoutRow['state'], string>> = {
  open: '',
  paid: 'This payment has been made. There is nothing more to do here.',
  processing: 'Your bank transfer is under way. There is nothing more to do here.',
  failed: 'This payment was not completed. Start a new one from your transaction.',
  expired: 'This payment page has expired. Start again from your transaction.',
};

const Note = () => <footer>Simulated payment provider. No real money moves here.</footer>;

const Form = ({ checkout }: { checkout: CheckoutRow }) => (
  <form method="post">
    <fieldset>
      <legend>How do you want to pay?</legend>
      {CHOICES.map(({ outcome, title, note }, place) => (
        <label key={outcome} className="choice">
          <input type="radio" name="outcome" value={outcome} defaultChecked={place === 0} required />
          <span>
            <strong>{title}</strong>
            <small>{note}</small>
          </span>
        </label>
      ))}
    </fieldset>
    {checkout.strong_authentication && (
      <p className="notice">Strong customer authentication was asked for: your bank confirms this payment with you.</p>
    )}
    <button type="submit">Confirm payment of {formatCents(checkout.amount)}</button>
  </form>
);

const Body = ({ checkout, problem }: { checkout: CheckoutRow | undefined; problem: string | undefined }) => {
  if (!checkout)
    return (
      <>
        <h1>Payment not found</h1>
        <p>This payment page does not exist. Start again from your transaction.</p>
      </>
    );
  const open = checkout.state === 'open';
  return (
    <>
      <h1>Secure checkout</h1>
      <dl>
        <dt>For</dt>
        <dd>{checkout.description}</dd>
        <dt>Amount</dt>
        <dd className="amount">{formatCents(checkout.amount)}</dd>
      </dl>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {open ? (
        <Form checkout={checkout} />
      ) : (
        <>
          <p className="notice" role="status">
            {ENDED[checkout.state]}
          </p>
          <a className="button" href={checkout.cancel_url}>
            Back to the shop
          </a>
          {checkout.state === 'paid' && (
            <p>
              <a href={`/simulated-provider/bank/${checkout.transaction_id}`}>Ask the bank for the money back</a>
            </p>
          )}
        </>
      )}
    </>
  );
};

/** A page in plain HTML with one stylesheet and no script; all values are escaped. */
const rendered = (title: string, body: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href="/simulated-provider/style.css" />
      </head>
      <body>
        <main>
          {body}
          <Note />
        </main>
      </body>
    </html>,
  )}`;

export const renderCheckout = (checkout: CheckoutRow | undefined, problem?: string): string =>
  rendered('Secure checkout', <Body checkout={checkout} problem={problem} />);

const CLAIMS: Readonly<Record<BankClaim, { title: string; next: readonly BankChoice[] }>> = {
  none: { title: 'The payment arrived. The bank has no claim.', next: ['opened'] },
  opened: { title: 'The bank asks for the whole payment back.', next: ['won', 'lost'] },
  won: { title: 'The bank decided for the seller.', next: [] },
  lost: { title: 'The bank decided for the buyer and took the money back.', next: [] },
};
const ANSWERS: Readonly<Record<BankChoice, string>> = {
  opened: 'Ask for the money back',
  won: 'Decide for the seller',
  lost: 'Decide for the buyer',
};

/** The payer's bank, which opens and decides a chargeback. Undefined: it knows no such payment. */
export const renderBank = (payment: BankPayment | undefined): string =>
  rendered(
    'The buyer’s bank',
    payment ? (
      <>
        <h1>The buyer’s bank</h1>
        <dl>
          <dt>Paid</dt>
          <dd className="amount">{formatCents(payment.captured)}</dd>
        </dl>
        <p className="notice" role="status">
          {CLAIMS[payment.claim].title}
        </p>
        <form method="post">
          {CLAIMS[payment.claim].next.map((choice) => (
            <button key={choice} type="submit" name="claim" value={choice}>
              {ANSWERS[choice]}
            </button>
          ))}
        </form>
      </>
    ) : (
      <>
        <h1>Payment not found</h1>
        <p>The bank made no payment for this sale.</p>
      </>
    ),
  );

/** Served as a file, so that a strict content policy needs no inline style. */
export const STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; color: #d6cab4;
  background: #100c08 radial-gradient(64rem 30rem at 24% -9rem, rgb(232 172 88 / .17), transparent 70%);
  font: 16px/1.6 "Inter Variable", system-ui, "Segoe UI", sans-serif; }
main { width: 100%; max-width: 520px; padding: 28px 24px; background: #1a140d; border: 1px solid #554530; border-radius: 6px;
  box-shadow: 0 40px 90px -20px #000; }
h1 { margin: 0 0 16px; color: #f5eddd; font: 500 1.6rem/1.2 "Cinzel Variable", "Trajan Pro", Georgia, serif; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 24px; padding: 16px; background: #231b12; border-radius: 4px; }
dt { color: #b3a58e; } dd { margin: 0; text-align: right; color: #f5eddd; overflow-wrap: anywhere; }
.amount { font-size: 1.375rem; font-variant-numeric: tabular-nums; font-weight: 600; }
fieldset { border: 0; margin: 0 0 16px; padding: 0; } legend { padding: 0; margin-bottom: 8px; color: #b3a58e; font-size: .875rem; }
.choice { display: flex; gap: 12px; align-items: flex-start; padding: 12px 14px; margin-bottom: 8px; border: 1px solid #8a7860; border-radius: 4px; cursor: pointer; }
.choice:hover { background: #231b12; } .choice:has(:checked) { border-color: #e2b55f; background: #2a2012; }
.choice input { accent-color: #e2b55f; flex: none; width: 18px; height: 18px; margin: 4px 0 0; }
.choice strong { display: block; color: #f5eddd; font-weight: 600; } .choice small { display: block; color: #b3a58e; font-size: .875rem; }
.choice:focus-within, button:focus-visible, .button:focus-visible { outline: 2px solid #f4d28e; outline-offset: 2px; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px; border: 0; border-radius: 4px; background: #e2b55f; color: #1b1206;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button + button { margin-top: 8px; } main a:not(.button) { color: #e2b55f; }
button:hover, .button:hover { background: #f4d28e; }
.notice { padding: 12px 14px; border: 1px solid #3f6478; border-radius: 4px; background: #13212a; color: #a5cfe6; }
.problem { padding: 12px 14px; border: 1px solid #85402f; border-radius: 4px; background: #2b1510; color: #f8a391; }
footer { margin-top: 20px; color: #b3a58e; font-size: .8125rem; text-align: center; }
`;
