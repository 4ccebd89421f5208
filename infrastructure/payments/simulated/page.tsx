import { renderToStaticMarkup } from 'react-dom/server';
import { formatCents } from '#domain/shared/money.ts';
import { minutesSpelled } from '#domain/shared/spelled.ts';
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
        </>
      )}
    </>
  );
};

/** The hosted page: plain HTML with one stylesheet, no script; everything in it is escaped. */
export const renderCheckout = (checkout: CheckoutRow | undefined, problem?: string): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Secure checkout</title>
        <link rel="stylesheet" href="/simulated-provider/style.css" />
      </head>
      <body>
        <main>
          <Body checkout={checkout} problem={problem} />
          <footer>Simulated payment provider. No real money moves here.</footer>
        </main>
      </body>
    </html>,
  )}`;
