import type { TransactionDetail } from '#application/contract/transactions.ts';

export type TransactionOfAction = TransactionDetail;

/** What an action asks for in its dialog. */
export type ClaimFields = {
  category?: true;
  amount?: { label: string; quick: readonly { label: string; cents: number }[] };
  text?: { label: string; hint: string; missing: string };
  trackingCode?: true;
  photos?: 'optional' | 'required';
  /** Where the buyer sends the item. */
  returnAddress?: true;
  /** Who pays for the parcel back: the seller may take it over, or does already. */
  postage?: 'choice' | 'seller';
  /** Whether the item is as described. */
  notAsDescribed?: true;
  /** Whether anything came back; `text` is asked for where nothing did. */
  arrival?: { text: NonNullable<ClaimFields['text']> };
};

/** What its dialog says, and asks for. */
export type ActionWords = {
  intro: string;
  /** What follows, when, and what happens if nobody acts. */
  next: string;
  fields: ClaimFields;
  /** What goes along unasked. */
  fixed?: Record<string, unknown>;
  /** Something is lost or given away by it. */
  danger?: boolean;
  busyText: string;
  done: string;
};
