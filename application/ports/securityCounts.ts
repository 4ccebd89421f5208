/** How often something came on a day, in all processes together; kept no longer than the day after. */
export interface SecurityCounts {
  /** @param kind a text that names nobody to who reads the table @param day `2026-11-23`. Answers the how-manieth it is. */
  next(kind: string, day: string): Promise<number>;
}
