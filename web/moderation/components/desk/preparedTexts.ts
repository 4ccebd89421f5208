/** A text that staff can insert and change. */
export type Prepared = { name: string; text: string };

const REMOVE = (item: string): Prepared[] => [
  {
    name: 'It is a counterfeit',
    text: `The photos and the description show that ${item} is a copy or a recast. It was offered as an original, which the terms do not allow.`,
  },
  {
    name: 'It is misleading',
    text: `The description of ${item} differs from what its photos show. The terms ask for a true description.`,
  },
  { name: 'It may not be sold here', text: `The terms do not allow anybody to sell ${item} here.` },
  { name: 'It infringes rights', text: `${item} copies a protected work. Nothing shows that its owner has agreed.` },
];

const KEEP = (item: string): Prepared[] => [
  {
    name: 'Nothing breaks the rules',
    text: `The photos and the description of ${item} show nothing that breaks the terms or the law.`,
  },
  {
    name: 'The report does not prove it',
    text: `The report says nothing that can be checked about ${item}, and its photos and description do not show it.`,
  },
];

/** Texts for the statement of reasons about a listing. Both sides read what is sent. `removes`: undefined before a decision is chosen. */
export const statementsFor = (title: string, removes: boolean | undefined): Prepared[] => {
  const item = `“${title}”`;
  if (removes === undefined) return [...REMOVE(item), ...KEEP(item)];
  return removes ? REMOVE(item) : KEEP(item);
};

/** Texts for the note on a reported message. */
export const MESSAGE_NOTES: readonly Prepared[] = [
  { name: 'Payment outside', text: 'The sender asks to be paid outside the escrow, which the terms do not allow.' },
  {
    name: 'Contact details',
    text: 'The sender gives contact details to deal outside the marketplace, which the terms do not allow.',
  },
  { name: 'Insult or threat', text: 'The message insults or threatens its reader, which the terms do not allow.' },
  { name: 'Nothing breaks the rules', text: 'Read with the messages around it, the message breaks no rule.' },
];

/** Texts for the reason about a reported review or answer. */
export const REVIEW_REASONS: readonly Prepared[] = [
  { name: 'Another sale', text: 'The text is about another sale or another person.' },
  { name: 'Insult or threat', text: 'The text insults or threatens a person, which the terms do not allow.' },
  { name: 'Personal data', text: 'The text gives the personal data of somebody, which the terms do not allow.' },
  { name: 'An opinion about this sale', text: 'The text is an opinion about this sale, and it breaks no rule.' },
];
