import { z } from 'zod';
import { cents } from '../shared/money.ts';

/** The shipping cost per zone. */
export const zoneRates = z.object({ domestic: cents, continental: cents, international: cents });
