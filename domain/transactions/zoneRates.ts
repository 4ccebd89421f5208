import { z } from 'zod';
import { cents } from '../shared/money.ts';

/** What shipping to each zone costs. */
export const zoneRates = z.object({ domestic: cents, continental: cents, international: cents });
