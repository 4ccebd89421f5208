import { ITEM_KEPT } from './itemKept.ts';
import { SELLERS_MONEY } from './sellersMoney.ts';

type Section = { id: string; title: string; paragraphs: readonly string[] };

export const LAST_UPDATED = 'May 7, 2025';

/** Numbered by position. Numbers match `domain/transactions/terms`. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'about',
    title: 'About these terms',
    paragraphs: [
      'These terms are an agreement between you and Reliquary. They say what you may expect of the marketplace, of each other, and what we expect of you. By registering you accept them.',
      'Reliquary brings private sellers and buyers together and holds the money of a sale in escrow. The contract of sale itself is made between buyer and seller; we are not a party to it.',
    ],
  },
  {
    id: 'words',
    title: 'What the words mean',
    paragraphs: [
      'A buyer is a registered person who pays for a listing. A seller is a registered person who has accepted the seller terms. Escrow is the time in which the money of a sale is held for both and belongs to neither. Staff are people of Reliquary who look after disputes and rules. Business days are Monday to Friday, without the closing days of the European payment system.',
    ],
  },
  {
    id: 'eligibility',
    title: 'Who may use Reliquary',
    paragraphs: [
      'You must be 18 or older and live in the European Union, the United Kingdom, Switzerland or Norway. Each person has one account. You act as a private person, not for a company.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    paragraphs: [
      'You give a username, an email address, a password and your country, and later a shipping address. Keep them true and keep the password to yourself. What is done with your account counts as done by you until you tell us that somebody else has it.',
      'You can buy and sell once your email address is verified.',
    ],
  },
  {
    id: 'becoming-a-seller',
    title: 'Becoming a seller',
    paragraphs: [
      'To list, you accept the seller terms in the settings. To see your sales and be paid, you give bank details: an account with an IBAN, held in your own name. We verify it before the first payout.',
    ],
  },
  {
    id: 'listings',
    title: 'Listings',
    paragraphs: [
      'A listing is free. It is priced in euros only, up to €40,000, shows photos of the very item and describes it accurately: condition, paint, damage, what is missing. You may list only what is yours and in your hands.',
      'A listing can be changed or archived while it is active. While somebody is paying for it, it is reserved and stays as it is.',
    ],
  },
  {
    id: 'printed',
    title: '3D-printed and kitbashed miniatures',
    paragraphs: [
      'They belong to the franchise “Unofficial 3D Printed Miniatures”. They are labelled as printed in the title and in the description, and the description tells the material, who printed them, and what assembly or painting they need.',
      'You need the right to sell prints of the model. No trademark may be named, and no print may be offered as a “proxy” or “replacement” for somebody’s product.',
    ],
  },
  {
    id: 'counterfeits',
    title: 'Counterfeits',
    paragraphs: [
      'Counterfeits and recasts sold as originals are forbidden. Staff take such listings down, refund the buyer and may close the account.',
    ],
  },
  {
    id: 'fees',
    title: 'Prices, fees and currency',
    paragraphs: [
      'The buyer pays the item price, a platform fee of 5% of the item price plus €0.75, and the shipping cost. All three and their total are shown before payment. Sellers pay no fee.',
      'Everything is counted in euros. Payouts are made in euros; where an account is held in another currency, the exchange rate at the time of the payout applies.',
    ],
  },
  {
    id: 'buying',
    title: 'Buying and paying',
    paragraphs: [
      'Opening a purchase reserves the listing for 30 minutes. A purchase that is not paid by then expires, nothing is charged and the listing is released. A bank payment that is still being processed stops that clock.',
      'Payment is made through our payment provider by card, iDEAL, Bancontact, PayPal, SEPA, Pay by Bank or bank transfer, as far as these are offered to you. Above €100 the provider may ask you to confirm who you are.',
      'You may offer a seller another price for a listing, from €1 to less than what is asked; the other side has 48 hours to answer, and until the seller or you accept, nobody is bound. A price that was agreed on is kept for its buyer for 24 hours: meanwhile nobody else can buy the listing, and its seller can neither change nor archive it. The agreement keeps the shipping rates of all zones, too. It counts as an unpaid purchase of the buyer, and its lapse or withdrawal counts like one. The buyer need not buy. The platform fee is counted on the price agreed on.',
      'You cannot buy from yourself, and no sale may be paid for outside Reliquary.',
    ],
  },
  {
    id: 'shipping',
    title: 'Shipping',
    paragraphs: [
      'Sellers set their own rates, at most €100, and ship within the European Union and the United Kingdom. Other destinations are possible only where checkout offers them.',
      'The seller packs with care and confirms shipment within 4 days (96 hours) of the payment. A reminder comes 24 hours before. Above €100 a tracking code is required. A sale that is not shipped in time is cancelled and the buyer refunded in full, the fee included.',
    ],
  },
  {
    id: 'escrow',
    title: 'Escrow',
    paragraphs: [
      'Escrow begins when the seller confirms shipment and lasts 12 days. The buyer is written to 3 days and 1 day before its end.',
      'The money goes to the seller when the buyer confirms arrival, when the 12 days end without a pause or another hold (a dispute, a return, a claim of the buyer’s bank, a hold by staff), or when a dispute is decided for the seller. In the last 3 days the buyer may pause the clock, with a reason; the money then stays until the buyer confirms, or until a dispute opens after 30 days of pause in all.',
    ],
  },
  {
    id: 'cancelling',
    title: 'Cancelling',
    paragraphs: [
      'A buyer may cancel before paying, and within 60 minutes after it as long as nothing was shipped. A seller may cancel until shipment, and gives a reason. Money that was paid goes back to the buyer in full.',
    ],
  },
  {
    id: 'disputes',
    title: 'Disputes',
    paragraphs: [
      'A buyer who received something else than was described, something damaged or nothing at all opens a dispute while the money is in escrow: within 7 days of delivery, or within 14 days of the expected delivery where nothing came. The seller has 3 days to respond.',
      'After a release a dispute can be opened until the payout has begun, within 7 days where the buyer had confirmed arrival: the money is then in escrow again. Later, until 30 days after the payout, a buyer can make a late claim to our staff, who hear both sides. It does not hold back the payout. After that, write to our support.',
      'Until it is settled the funds stay in escrow. The two may agree on a sum; otherwise staff decide, with reasons, on a full or partial refund or on the release to the seller.',
      ...ITEM_KEPT,
    ],
  },
  {
    id: 'returns',
    title: 'Returns and refunds',
    paragraphs: [
      'A buyer may ask for a return while the money is in escrow. The seller has 2 days to respond; a request that is not answered in 2 days is approved. The item is sent back within 5 business days, tracked, and the refund is made once the seller confirms receipt, or 12 days after it was sent if the seller says nothing.',
      'With the approval the seller names the address for the return. A return that is approved by silence goes to the address in the settings of the seller. The buyer reads that address, and our staff if they decide about the sale. The buyer pays for the parcel back, unless the seller takes it over or the item is not as described. The two settle that between themselves: the refund does not change. A seller who says that a return has not arrived needs no photo; our staff then decide.',
      'A refund goes back the way the payment came and usually takes 5 to 7 business days.',
    ],
  },
  {
    id: 'payouts',
    title: 'Payouts',
    paragraphs: [
      'When escrow has ended for the seller and the bank account is verified, the item price and the shipping cost are usually paid out within 3 business days. After a change of the bank account, payouts wait for 72 hours.',
      ...SELLERS_MONEY,
    ],
  },
  {
    id: 'ratings',
    title: 'Ratings and messages',
    paragraphs: [
      'A buyer may rate the seller of a finished sale once, from 1 to 5. The average is public. Messages serve the sale: no advertising, no insults, no attempts to deal outside Reliquary.',
    ],
  },
  {
    id: 'data',
    title: 'Personal data',
    paragraphs: [
      'We keep your username, email, password (as a hash only), country and shipping address, your bank details, and what happens in your sales and messages. Bank details are encrypted with AES-256 and shown to nobody in full; an address is shown to the seller of a paid sale only.',
      'For a device that you want to be called on we keep, encrypted, where the maker of its browser takes calls for it, until you turn that off, sign out there or leave. What we send there only that device can read.',
      'Records of transactions are kept for 7 years, as the law asks, and messages for 2 years. Accounts that were not used for 2 years are deleted. Reports about the marketplace, made once a week, are aggregated and name nobody.',
    ],
  },
  {
    id: 'ending',
    title: 'Suspension and deletion',
    paragraphs: [
      'Platform staff and administrators may delete listings that break these terms, and suspend or end accounts. Sales that are under way are brought to an end, and no one loses money that is theirs.',
      'You may delete your account at any time. It is erased after 30 days, within which you can call it off; while a sale of yours holds money, or our staff have an open case about it, the deletion waits, for a case 365 days at most.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    paragraphs: [
      'We answer for holding, releasing and returning the money of a sale as these terms say. For the items themselves their sellers answer. Nothing in these terms takes away rights that the law of your country gives you as a consumer.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes, law and contact',
    paragraphs: [
      'We announce changes of these terms by email. They count as accepted unless you object within 6 weeks; a sale that has begun ends under the terms under which it began.',
      'The law of the Netherlands applies, and the protection of your own country’s consumer law remains. Write to us about anything here; the address stands below.',
    ],
  },
];
