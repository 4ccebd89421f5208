import { ITEM_KEPT } from './itemKept.ts';
import { SELLERS_MONEY } from './sellersMoney.ts';

export type Question = { id: string; question: string; answer: readonly string[] };
export type Topic = { title: string; questions: readonly Question[] };

/** Numbers match `domain/transactions/terms` and the written terms; change both together. */
export const TOPICS: readonly Topic[] = [
  {
    title: 'Buying',
    questions: [
      {
        id: 'buying',
        question: 'How does buying work?',
        answer: [
          'Open a listing and choose Buy Now. You see the item price, the platform fee and the shipping cost first, then give a shipping address and pay. From the moment you open the purchase the listing is yours for 30 minutes; if it is not paid by then, it is released again and nothing is charged.',
          'Your money is held in escrow. The seller sees that it is there and ships. When you confirm that the figure has arrived, or 12 days after shipment if nobody acts and nothing stops the clock, the money is released to the seller: it is paid out within 3 business days as a rule, to a verified bank account.',
        ],
      },
      {
        id: 'payment-methods',
        question: 'Which payment methods can I use?',
        answer: [
          'Cards, iDEAL, Bancontact, PayPal, SEPA direct debit, Pay by Bank and bank transfers, as far as your country and the payment provider offer them. Which ones you have is shown at checkout.',
        ],
      },
      {
        id: 'currency',
        question: 'In which currency do I pay?',
        answer: [
          'Everything on Reliquary is priced in euros, and sellers are paid in euros. If your card or account runs in another currency, your bank converts at its own rate.',
        ],
      },
      {
        id: 'shipping-costs',
        question: 'How much is shipping?',
        answer: [
          'Every seller sets a rate for their own country and one for the rest of the EU, the UK, Switzerland and Norway, never more than €100. Unless a seller says otherwise it is €5 within the country and €15 across Europe. You see the cost for your address before you pay.',
        ],
      },
      {
        id: 'price-offers',
        question: 'Can I propose another price?',
        answer: [
          'Yes, on the page of a listing: Make an offer, from €1 to less than its price. Its seller has 48 hours to accept, decline or name another price, and you have as long to answer that. An offer is the price of the item alone; the fee and the shipping come on top, and nothing is charged before you buy.',
          'Once you agree, the listing is reserved at that price for the buyer for 24 hours. If it is not bought by then, it is open to everybody again at the price that its seller asks. The agreement keeps the price and the shipping rates. It counts as an unpaid purchase of the buyer, and so does letting it lapse.',
        ],
      },
      {
        id: 'vat',
        question: 'Is VAT added to the price?',
        answer: [
          'No. Sellers are private people, and what they ask is what you pay beside the fee and shipping. A parcel that crosses a customs border, such as the one between the EU and the United Kingdom or Switzerland, may be charged import VAT and duties by the country it enters. Those are paid by the recipient and are not part of the sale.',
        ],
      },
    ],
  },
  {
    title: 'Escrow and money',
    questions: [
      {
        id: 'escrow-fee',
        question: 'What is the escrow fee?',
        answer: [
          'The buyer pays 5% of the item price plus €0.75 for each sale. It pays for escrow and for deciding disputes. Listing is free, and nothing is taken from what the seller asks.',
        ],
      },
      {
        id: 'escrow',
        question: 'How long is my money held?',
        answer: [
          'For 12 days from the day the seller confirms shipment, or until you confirm arrival, whichever comes first. A pause, a dispute, a return, a claim of your bank or a hold by our staff stops that clock. We write to you 3 days and 1 day before the end. If the parcel has not come, pause the clock in those last 3 days: the money then stays until you confirm receipt, or until a dispute opens after 30 days of pause.',
        ],
      },
      {
        id: 'disputes',
        question: 'What if something is wrong with the item?',
        answer: [
          'Open a dispute while the money is in escrow. The seller has 3 days to answer, and the funds do not move meanwhile. If the two of you find no agreement, our staff look at the photos and messages and decide: a full refund, a part of it, or the release to the seller.',
          'After a release you can still open one until the payout has begun, within 7 days if you confirmed arrival yourself: the money is then in escrow again. Later, until 30 days after the payout, you can still report a problem as a late claim. It goes to our staff, who hear you both, and it does not hold back the payout. After that, write to our support.',
          ...ITEM_KEPT,
        ],
      },
      {
        id: 'returns',
        question: 'Can I send an item back?',
        answer: [
          'Ask for a return while the money is in escrow. The seller has 2 days to answer; a request that is not answered in 2 days is approved. Once approved, send it back within 5 business days, with a tracking code. The refund follows when the seller confirms receipt, or 12 days after you sent it if the seller says nothing, and usually takes 5 to 7 business days to reach your account. The sale shows the address to send it to, and who pays for the parcel. You pay for it, unless the item is not as described or the seller takes it over. A seller can say that a return has not arrived: our staff then hear both of you.',
        ],
      },
      {
        id: 'ready-for-payout',
        question: 'What do Ready for Payout and Refund Pending mean?',
        answer: [
          'Ready for Payout (READY_FOR_PAYOUT): escrow has ended in the seller’s favour and the bank account is verified. The payout usually follows within 3 business days, later after a change of the bank account, and the sale is then Completed.',
          'Refund Pending (REFUND_BUYER): the money is on its way back to the buyer. The sale reads Refunded when the payment provider has confirmed it.',
        ],
      },
    ],
  },
  {
    title: 'Selling',
    questions: [
      {
        id: 'become-a-seller',
        question: 'How do I become a seller?',
        answer: [
          'Go to Account Settings, open the Seller tab and choose Become a Seller. Accept the seller terms and you can list at once. To see your sales and be paid, add your bank details in the same place.',
        ],
      },
      {
        id: 'bank',
        question: 'What bank account do I need?',
        answer: [
          'An account with an IBAN, held in your own name. We keep the details encrypted (AES-256) and show no more than the last digits. Payouts are made in euros; your bank converts at the rate of the day where your account is held in something else.',
        ],
      },
      {
        id: 'shipping-deadlines',
        question: 'When do I have to ship?',
        answer: [
          'Confirm shipment within 4 days (96 hours) of the payment; we remind you 24 hours before. Most parcels leave within 3 business days. A sale that nobody ships is cancelled and the buyer refunded in full. Above €100 a tracking code is needed.',
        ],
      },
      {
        id: 'sellers-money',
        question: 'What can hold or take a seller’s money?',
        answer: SELLERS_MONEY,
      },
      {
        id: 'listing-statuses',
        question: 'What do the statuses of a listing mean?',
        answer: [
          'Active: on offer. Sold: paid for. Shipped: on its way to the buyer. Completed: confirmed and paid out. Archived: taken down by you, or by staff. Disputed: a dispute about the sale is open. While somebody is paying, an active listing reads Reserved.',
        ],
      },
    ],
  },
  {
    title: 'Rules',
    questions: [
      {
        id: '3d-printed',
        question: 'May I sell 3D-printed or kitbashed miniatures?',
        answer: [
          'Yes, under the franchise “Unofficial 3D Printed Miniatures” and nowhere else. Say in title and description that it is printed, and tell the material, who printed it, and what assembly or painting it needs. You must be allowed to sell prints of that model.',
          'Do not name trademarks, and do not call it a “proxy” or a “replacement” for somebody’s product.',
        ],
      },
      {
        id: 'counterfeits',
        question: 'What about counterfeits?',
        answer: [
          'They are not allowed. A recast sold as an original is taken down, the buyer is refunded, and the account may be closed. If you received one, open a dispute and do not confirm arrival.',
        ],
      },
    ],
  },
  {
    title: 'Your account',
    questions: [
      {
        id: 'account-deletion',
        question: 'How do I delete my account?',
        answer: [
          'In Account Settings. The account is then erased after 30 days, and until then you can call it off. While a sale of yours holds money, or our staff have an open case about it, the deletion waits, for a case 365 days at most. What the law obliges us to keep about a sale is kept for 7 years.',
        ],
      },
    ],
  },
];
