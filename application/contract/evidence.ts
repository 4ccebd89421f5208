import { z } from 'zod';

/** POST transaction/{id}/evidence: photos in the parts called `images`; the keys go into the command that they back up. */
export const evidenceUploaded = z
  .object({ success: z.literal(true), message: z.string(), keys: z.array(z.string()) })
  .meta({ id: 'EvidenceUploaded' });

/** Paths that open without a token, for some minutes. */
export const evidencePhoto = z.object({ url: z.string(), thumbnailUrl: z.string() }).meta({ id: 'EvidencePhoto' });
export type EvidencePhoto = z.infer<typeof evidencePhoto>;
