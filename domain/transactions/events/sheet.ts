import type { z } from 'zod';
import type { SeenName } from '../../access/access.ts';
import type { EventDefinition, PersonalField } from '../../shared/events.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { Marks } from '../caseMarks.ts';
import type { Change } from '../evolve/change.ts';
import type { Movement } from '../movements.ts';
import type { Transaction } from '../state.ts';
import type { PurchaseEnd } from '../unpaidPurchases/unpaidPurchases.ts';

/**
 * Whether an event is news to a member of staff who decides about the money, and why. The first three move the case. `unpaid`: nothing is
 * held yet. `deadline`: a term passed that the case page shows. `follows`: it comes with an event that moves the case. `routine`: a policy
 * does what it announced. A case that moved for the last four would refuse staff for no news.
 */
export type News = 'said' | 'decided' | 'provider' | 'unpaid' | 'deadline' | 'follows' | 'routine';

/** `paymentDetails.status` of the API. */
export type PaymentStatus =
  | 'pending'
  | 'processing'
  | 'paid'
  | 'mismatched'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'refund_pending'
  | 'refunded'
  | 'partially_refunded'
  | 'charged_back';

/** The fields that policies and e-mails take from an event. */
type Summary = Partial<{
  shippingCost: Cents;
  total: Cents;
  sessionId: string;
  paymentId: string;
  captured: Cents;
  shipBy: Instant;
  shippedAt: Instant;
  escrowEndsAt: Instant;
  payoutAmount: Cents;
  /** Only the first end of a purchase counts. */
  purchaseEnd: PurchaseEnd;
  cancelled: { by: string; reason: string | null };
  shipmentMissed: boolean;
}>;

/** `lost`: what the event adds to the loss of the platform. `kept`: what is owed to the seller after it. */
type After = { lost: Cents; kept: Cents };

type Parts<Data> = {
  news: News;
  /** The fields that change besides the regions and the balances. `transaction` is the state before the event, here and below. */
  evolve: (data: Data, transaction: Transaction) => Change;
  /** The double entry, by balance. `ofOtherMoney`: no balance of this transaction pays for it. */
  moves: ((data: Data, transaction: Transaction, ofOtherMoney: boolean) => Movement) | null;
  /** The currency of its sums; by default that of the first payment. */
  currency: ((data: Data, transaction: Transaction) => string | null) | null;
  /** Which staff cases it opens or ends. */
  case: ((data: Data, marks: Marks, after: After) => Marks) | null;
  /** The status of the buyer's payment after the event; null leaves it unchanged. */
  payment: PaymentStatus | ((transaction: Transaction) => PaymentStatus | null) | null;
  summary: ((data: Data) => Summary) | null;
};

/** The names of the personal fields. */
export type Personal<Shape> = {
  [Field in keyof Shape]-?: Shape[Field] extends PersonalField ? Field : never;
}[keyof Shape];

/** A part is mandatory if the event has such fields. */
type If<Fields, Part> = [Fields] extends [never] ? unknown : Part;
type Mandatory<Shape, Data> = If<keyof Shape & ('amount' | 'captured' | 'toSeller'), Pick<Parts<Data>, 'moves'>> &
  If<keyof Shape & ('currency' | 'paymentId'), Pick<Parts<Data>, 'currency'>>;
/** The row of the access table that each personal field is read by. */
type Access<Fields> = [Fields] extends [never]
  ? { personal?: never }
  : { personal: { [Field in Fields & string]: SeenName } };
/** The provider's word always says whether it needs a person. */
type ByNews<Data> = (Pick<Parts<Data>, 'case'> & { news: 'provider' }) | { news: Exclude<News, 'provider'> };

/** Omitted parts take their value from `DEFAULTS`. Sums, currencies, personal fields and `news: 'provider'` make their part mandatory. */
type Given<Schema extends z.ZodObject, Data = z.infer<Schema>> = Partial<Parts<Data>> &
  ByNews<Data> &
  Mandatory<Schema['shape'], Data> &
  Access<Personal<Schema['shape']>>;

export type Sheet<Data> = Parts<Data> & { personal: Readonly<Record<string, SeenName>> };

const DEFAULTS: Omit<Sheet<unknown>, 'news'> = {
  evolve: () => ({}),
  moves: null,
  currency: null,
  case: null,
  payment: null,
  summary: null,
  personal: {},
};

/** Everything about a type of event except its texts for people (`domain/notifications`). A missing part does not compile. */
export const event = <Schema extends z.ZodObject>(
  definition: EventDefinition<Schema>,
  sheet: Given<Schema>,
): EventDefinition<Schema> & Sheet<z.infer<Schema>> => ({
  ...DEFAULTS,
  ...definition,
  ...(sheet as Partial<Sheet<z.infer<Schema>>> & { news: News }),
});
