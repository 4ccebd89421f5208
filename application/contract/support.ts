import { z } from 'zod';

/** POST support/contact: it goes to the support address by mail, with the asker's own address to answer to. */
export const supportQuestion = z
  .object({
    subject: z.string().trim().max(100, 'Subject must be at most 100 characters').default(''),
    message: z
      .string({ error: 'Please write what it is about' })
      .trim()
      .min(1, 'Please write what it is about')
      .max(5000, 'Message must be at most 5000 characters'),
  })
  .meta({ id: 'SupportQuestion' });
