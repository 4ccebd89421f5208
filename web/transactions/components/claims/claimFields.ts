import type { TransactionDetail } from '#application/contract/transactions.ts';

export type TransactionOfAction = TransactionDetail;

/** The fields that a dialog asks for. */
export type ClaimFields = {
  category?: true;
  amount?: { label: string; quick: readonly { label: string; cents: number }[] };
  text?: { label: string; hint: string; missing: string };
  trackingCode?: true;
  photos?: 'optional' | 'required';
  /** The return address. */
  returnAddress?: true;
  /** Who pays for return shipping: the seller may offer to, or has to. */
  postage?: 'choice' | 'seller';
  /** Asks whether the item is as described. */
  notAsDescribed?: true;
  /** Asks whether the item came back; `text` applies if it did not. */
  arrival?: { text: NonNullable<ClaimFields['text']> };
};

/** The text and fields of a dialog. */
export type ActionWords = {
  intro: string;
  /** What follows, by when, and what happens otherwise. */
  next: string;
  fields: ClaimFields;
  /** Sent with the body without asking. */
  fixed?: Record<string, unknown>;
  /** The reader loses money or the item by it. */
  danger?: boolean;
  busyText: string;
  done: string;
};
