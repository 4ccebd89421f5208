import { toBoth, toBuyer, toSeller } from '../emails.ts';
import { saying, type TransactionEventTexts } from '../row.ts';
import { byWhom } from './text.ts';

export const returns = {
  ReturnRequested: {
    sentence: 'The buyer wants to return the item',
    audience: 'both',
    emails: ({ answerBy }) => [toSeller('returnRequested', { answerBy })],
    activity: { buyer: 'You asked to return {title}', seller: '{other} wants to return {title}' },
    statement: ({ text, evidence }) => ({ words: text, evidence }),
  },
  ReturnApproved: {
    sentence: saying(['by', 'postage'], ({ by, postage }) =>
      postage === undefined
        ? `The return was approved ${byWhom(by)}`
        : `The return was approved ${byWhom(by)}. The ${postage} pays for the parcel back`,
    ),
    audience: 'both',
    emails: ({ by, shipBackBy, addressed, postage }) => {
      const where = addressed === undefined ? {} : { addressed: addressed ? 1 : 0 };
      const details = { shipBackBy, ...where, ...(postage && { postage }) };
      return by === 'seller'
        ? [toBuyer('returnApproved', details)]
        : [{ ...toBuyer('returnApproved', details), saysSuspended: true }, toSeller('returnApproved', details)];
    },
  },
  ReturnAddressGiven: {
    sentence: 'The seller gave the address for the return',
    audience: 'both',
    emails: ({ shipBackBy }) => [toBuyer('returnAddressGiven', { shipBackBy })],
  },
  ReturnRefused: {
    sentence: 'The seller refused the return',
    audience: 'both',
    emails: [toBuyer('returnRefused')],
    activity: { buyer: '{other} refused the return of {title}', seller: 'You refused the return of {title}' },
    statement: ({ text }) => ({ words: text }),
  },
  ReturnShipped: {
    sentence: 'The buyer sent the item back',
    audience: 'both',
    emails: ({ inspectBy }) => [toSeller('returnShipped', { inspectBy })],
  },
  ReturnLapsed: {
    sentence: 'The item was not sent back in time',
    audience: 'both',
    emails: toBoth('returnLapsed'),
  },
  ReturnInspectionResumed: {
    sentence: 'The time to check the return runs again',
    audience: 'both',
    emails: ({ inspectBy }) => [toSeller('returnInspectionResumed', { inspectBy })],
  },
  ReturnReceived: {
    sentence: saying(['by'], ({ by }) =>
      by === 'seller' ? 'The seller has the item back' : 'It counts as received: the seller did not answer in time',
    ),
    audience: 'both',
    // the seller who confirmed it knows
    emails: ({ by }) => (by === 'seller' ? [] : [toSeller('returnReceived')]),
  },
  ReturnRejected: {
    sentence: saying(['notArrived'], ({ notArrived }) =>
      notArrived ? 'The seller says that the return has not arrived' : 'The seller rejected what came back',
    ),
    audience: 'both',
    emails: ({ notArrived }) => [notArrived ? toBuyer('returnNotArrived') : toBuyer('returnRefused', { sentBack: 1 })],
    activity: {
      buyer: '{other} did not accept the return of {title}',
      seller: 'You did not accept the return of {title}',
    },
    statement: ({ text, evidence }) => ({ words: text, evidence }),
  },
} satisfies Partial<TransactionEventTexts>;
