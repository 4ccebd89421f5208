import type { CaseFile } from '#application/contract/cases.ts';
import type { DisputeCategory } from '#domain/transactions/disputeCategories.ts';
import { openDispute } from '../../../../staff/openDispute.ts';
import { centsOf, formatPrice } from '../../../../ui/money.ts';
import type { Choice } from '../decide/division.ts';
import { refundSentence } from '../decide/remarks.ts';

type Macro = { name: string; text: string };

/** What the texts and their conditions need to know of a case. */
type Facts = {
  item: string;
  refund: string;
  half: string;
  category: DisputeCategory;
  buyerShowsPhotos: boolean;
  sellerSpoke: boolean;
  sellerHadTime: boolean;
  notAsDescribed: boolean;
  /** Of the parcel to the buyer, and of the one back. */
  code: string | null;
  returnCode: string | null;
};

/** `for`: the categories; absent: all. `to`: who gets money by the outcome that it gives reasons for. */
type Row = {
  name: string;
  for?: readonly DisputeCategory[];
  to: 'buyer' | 'seller';
  when?: (facts: Facts) => boolean;
  text: (facts: Facts) => string;
};

const ITEM: readonly DisputeCategory[] = ['DAMAGED', 'NOT_AS_DESCRIBED', 'COUNTERFEIT', 'OTHER'];
const PARCEL: readonly DisputeCategory[] = ['NOT_RECEIVED', 'PAUSE_EXPIRED', 'PAUSED_TOO_LONG'];
const RETURN: readonly DisputeCategory[] = ['RETURN_REFUSED'];
const CAME_BACK: readonly DisputeCategory[] = ['RETURN_REJECTED'];
const NOT_BACK: readonly DisputeCategory[] = ['RETURN_NOT_ARRIVED'];

const TO_SELLER = 'The money goes to the seller.';
const hasCode = ({ code }: Facts): boolean => code !== null;
const hasReturnCode = ({ returnCode }: Facts): boolean => returnCode !== null;

/** The rationales of decisions. Both parties read what is sent, so each is offered only where the case does not contradict it. */
const RATIONALES: readonly Row[] = [
  {
    name: 'The photos prove the claim',
    for: ITEM,
    to: 'buyer',
    when: ({ buyerShowsPhotos }) => buyerShowsPhotos,
    text: ({ item, refund }) => `The photos show what the buyer claims about ${item}. ${refund}`,
  },
  {
    name: 'It differs from the listing',
    for: ['NOT_AS_DESCRIBED', 'COUNTERFEIT', 'OTHER'],
    to: 'buyer',
    text: ({ item, refund }) => `${item} differs from its listing at the time of the purchase. ${refund}`,
  },
  {
    name: 'The seller did not answer',
    for: [...ITEM, 'NOT_RECEIVED', 'PAUSE_EXPIRED'],
    to: 'buyer',
    when: ({ sellerSpoke, sellerHadTime }) => sellerHadTime && !sellerSpoke,
    text: ({ item, refund }) => `The seller did not answer the claim about ${item} in time. ${refund}`,
  },
  {
    name: 'The claim is not proven',
    for: ITEM,
    to: 'seller',
    text: ({ item, buyerShowsPhotos }) =>
      `The statements${buyerShowsPhotos ? ' and photos' : ''} do not show what the buyer claims about ${item}. ${TO_SELLER}`,
  },
  {
    name: 'I checked: delivered',
    for: PARCEL,
    to: 'seller',
    when: hasCode,
    text: ({ item }) =>
      `I checked the carrier’s page: ${item} was delivered to the address of the purchase. ${TO_SELLER}`,
  },
  {
    name: 'I checked: not delivered',
    for: PARCEL,
    to: 'buyer',
    when: hasCode,
    text: ({ item, refund }) => `I checked the carrier’s page: it shows no delivery of ${item}. ${refund}`,
  },
  {
    name: 'Nothing shows a shipment',
    for: PARCEL,
    to: 'buyer',
    when: (facts) => !hasCode(facts),
    text: ({ item, refund }) => `There is no tracking code, so nothing shows that ${item} was delivered. ${refund}`,
  },
  {
    name: 'A change of mind',
    for: RETURN,
    to: 'seller',
    when: ({ notAsDescribed }) => !notAsDescribed,
    text: ({ item }) =>
      `The buyer does not say that ${item} differs from its listing, and the seller did not agree to take it back. ${TO_SELLER}`,
  },
  {
    name: 'It is as described',
    for: RETURN,
    to: 'seller',
    when: ({ notAsDescribed }) => notAsDescribed,
    text: ({ item }) => `The statements do not show that ${item} differs from its listing. ${TO_SELLER}`,
  },
  {
    name: 'The return was justified',
    for: RETURN,
    to: 'buyer',
    when: ({ notAsDescribed }) => notAsDescribed,
    text: ({ item, refund }) => `${item} differs from its listing, so the seller should have taken it back. ${refund}`,
  },
  {
    name: 'It came back as it was sent',
    for: CAME_BACK,
    to: 'buyer',
    text: ({ item, refund }) => `The photos show that ${item} came back as it had been sent to the buyer. ${refund}`,
  },
  {
    name: 'It did not come back as sent',
    for: CAME_BACK,
    to: 'seller',
    text: ({ item }) => `The photos show that ${item} did not come back as it had been sent to the buyer. ${TO_SELLER}`,
  },
  {
    name: 'I checked: the return arrived',
    for: NOT_BACK,
    to: 'buyer',
    when: hasReturnCode,
    text: ({ item, refund }) => `I checked the carrier’s page: the return of ${item} was delivered. ${refund}`,
  },
  {
    name: 'I checked: the return did not arrive',
    for: NOT_BACK,
    to: 'seller',
    when: hasReturnCode,
    text: ({ item }) => `I checked the carrier’s page: it shows no delivery of the return of ${item}. ${TO_SELLER}`,
  },
];

/** `to`: the party that is asked. */
const QUESTIONS: readonly Row[] = [
  {
    name: 'Photos of the parcel',
    for: ITEM,
    to: 'buyer',
    text: ({ item }) => `Please add photos of the parcel, the packing and ${item} as it arrived.`,
  },
  {
    name: 'Photos of the damage',
    for: ITEM,
    to: 'buyer',
    text: ({ item }) => `Please add close photos that show what is wrong with ${item}.`,
  },
  {
    name: 'Household and neighbours',
    for: PARCEL,
    to: 'buyer',
    text: ({ item }) => `Did anybody in your household, a neighbour or a parcel shop take in the parcel with ${item}?`,
  },
  {
    name: 'A notice of the carrier',
    for: PARCEL,
    to: 'buyer',
    text: () => 'Did the carrier leave a notice or write to you? If so, please add a photo of it.',
  },
  {
    name: 'What differs',
    for: RETURN,
    to: 'buyer',
    text: ({ item }) => `Please say what differs between ${item} and its listing, and add photos of it.`,
  },
  {
    name: 'Photos before the return',
    for: CAME_BACK,
    to: 'buyer',
    text: ({ item }) => `Please add photos of ${item} and its packing before you sent it back.`,
  },
  {
    name: 'Proof of the return',
    for: NOT_BACK,
    to: 'buyer',
    text: ({ item }) => `Please add the carrier’s receipt for the parcel in which you sent ${item} back.`,
  },
  {
    name: 'Proof of shipment',
    for: [...PARCEL, ...ITEM],
    to: 'seller',
    text: ({ item }) => `Please add the carrier’s receipt for the parcel with ${item}.`,
  },
  {
    name: 'Ask the carrier',
    for: PARCEL,
    to: 'seller',
    text: ({ item }) => `Please ask the carrier where the parcel with ${item} is, and add its answer.`,
  },
  {
    name: 'Photos before shipment',
    for: ITEM,
    to: 'seller',
    text: ({ item }) => `Please add photos of ${item} and its packing before you sent it.`,
  },
  {
    name: 'Why the return is refused',
    for: RETURN,
    to: 'seller',
    text: ({ item }) => `Please say why you do not take ${item} back, and what shows that it is as described.`,
  },
  {
    name: 'Photos of what came back',
    for: CAME_BACK,
    to: 'seller',
    text: ({ item }) => `Please add photos of the parcel that came back, its label, and ${item} in it.`,
  },
  { name: 'A smaller refund', to: 'buyer', text: ({ half }) => `Would you agree to a refund of ${half}?` },
  { name: 'A smaller refund', to: 'seller', text: ({ half }) => `Would you agree to a refund of ${half}?` },
];

const offered = (rows: readonly Row[], facts: Facts, to: Row['to'] | undefined): Macro[] =>
  rows
    .filter((row) => (row.for?.includes(facts.category) ?? true) && (to === undefined || row.to === to))
    .filter(({ when }) => when?.(facts) ?? true)
    .map(({ name, text }) => ({ name, text: text(facts) }));

const factsOf = ({ transaction, sums, statements }: CaseFile, toBuyer?: number): Facts => {
  const dispute = openDispute(transaction);
  const claim = dispute?.claim ?? sums.held;
  const by = (party: 'buyer' | 'seller') => statements.filter(({ part }) => part === party);
  return {
    item: `“${transaction.listing.title}”`,
    refund: refundSentence(toBuyer || centsOf(claim), centsOf(sums.held)),
    half: formatPrice(Math.round(claim * 50) / 100),
    category: dispute?.category ?? 'OTHER',
    buyerShowsPhotos: by('buyer').some(({ evidence }) => evidence.length > 0),
    sellerSpoke: by('seller').some(({ at }) => dispute !== undefined && at >= dispute.openedAt),
    sellerHadTime: dispute?.state === 'under_review',
    notAsDescribed: transaction.return?.notAsDescribed ?? false,
    code: transaction.trackingCode,
    returnCode: transaction.return?.trackingCode ?? null,
  };
};

/** Texts for the rationale of a decision. `choice`: the outcome in the form. `toBuyer`: cents in the form. */
export const macrosFor = (file: CaseFile, choice: Choice | '', toBuyer: number | undefined): Macro[] =>
  openDispute(file.transaction)?.claim == null
    ? []
    : offered(
        RATIONALES,
        factsOf(file, toBuyer),
        choice === '' ? undefined : choice === 'release' ? 'seller' : 'buyer',
      );

/** Texts for a question to a party, which both parties read. */
export const questionsFor = (file: CaseFile, party: 'buyer' | 'seller'): Macro[] =>
  offered(QUESTIONS, factsOf(file), party);

/** A paragraph more. */
export const appended = (before: string, text: string): string => [before.trim(), text].filter(Boolean).join('\n\n');

/** Appends a text to a field of another component, as if it had been typed. */
export const typeInto = (field: HTMLTextAreaElement, text: string): void => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  set?.call(field, appended(field.value, text));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
};
