import { z } from 'zod';
import { attached } from '../../shared/attached.ts';
import { asItWas, extended, firstVersion, personal, personalIfAny, revised } from '../../shared/events.ts';
import { frozen } from '../evolve/escrowPeriod.ts';
import { inspectionStopped } from '../state.ts';
import { address, evidence, instant, party, SEEN, text } from './fields.ts';
import { event } from './sheet.ts';

const returnRequested = { text, evidence, answerBy: instant, remaining: z.int().nullable() };
const returnRejected = { text, evidence };

export const returns = {
  ReturnRequested: event(
    extended(
      revised(firstVersion(returnRequested), { ...returnRequested, ...attached }, asItWas, 'asItIs'),
      /** The buyer's claim. A seller who approves such a return pays its postage. */
      { notAsDescribed: z.literal(true).optional() },
    ),
    {
      news: 'said',
      evolve: ({ answerBy, remaining, notAsDescribed = false }) => ({
        ...frozen({ remaining }),
        returnAnswerBy: answerBy,
        returning: { notAsDescribed, addressed: false, postage: null },
      }),
      personal: SEEN,
    },
  ),
  /** `to`: the return address. `addressed`: whether it is known. `postage`: who pays for the return parcel. */
  ReturnApproved: event(
    extended(firstVersion({ by: party, shipBackBy: instant }), {
      to: personalIfAny(address),
      addressed: z.boolean().optional(),
      postage: z.enum(['buyer', 'seller']).optional(),
    }),
    {
      news: 'said',
      evolve: ({ shipBackBy, addressed, postage = null }, { returning }) => ({
        returnShipBy: shipBackBy,
        returning: returning && addressed !== undefined ? { ...returning, addressed, postage } : null,
      }),
      personal: { to: 'sale.see.returnAddress' },
    },
  ),
  /** The return was approved without an address, so the term to send it back starts again. */
  ReturnAddressGiven: event(firstVersion({ to: personal(address), shipBackBy: instant }), {
    news: 'said',
    evolve: ({ shipBackBy }, { returning }) => ({
      returnShipBy: shipBackBy,
      returning: returning && { ...returning, addressed: true },
    }),
    personal: { to: 'sale.see.returnAddress' },
  }),
  ReturnRefused: event(firstVersion({ text }), {
    news: 'said',
    personal: { text: 'sale.see.words' },
  }),
  ReturnShipped: event(firstVersion({ trackingCode: text, inspectBy: instant }), {
    news: 'said',
    evolve: ({ at, inspectBy }, transaction) => ({
      returnInspectBy: inspectBy,
      inspectionLeft: inspectionStopped(transaction) ? inspectBy - at : null,
    }),
    personal: { trackingCode: 'sale.see.words' },
  }),
  ReturnLapsed: event(firstVersion({}), {
    news: 'deadline',
  }),
  /** The dispute or hold that stopped the inspection is over. */
  ReturnInspectionResumed: event(firstVersion({ inspectBy: instant }), {
    news: 'follows',
    evolve: ({ inspectBy }) => ({ returnInspectBy: inspectBy, inspectionLeft: null }),
  }),
  ReturnReceived: event(firstVersion({ by: party }), {
    news: 'decided',
  }),
  ReturnRejected: event(
    extended(
      revised(firstVersion(returnRejected), { ...returnRejected, ...attached }, asItWas, 'asItIs'),
      /** Nothing came back, so the seller has no evidence to show. */
      { notArrived: z.literal(true).optional() },
    ),
    {
      news: 'said',
      personal: SEEN,
    },
  ),
} as const;
