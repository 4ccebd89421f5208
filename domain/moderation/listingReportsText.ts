import { COMPLAINT_TIME } from './limits.ts';
import type { ComplaintOutcome, DecisionBasis, ListingReportOutcome, ReportGround } from './listingReports.ts';

export const GROUND_WORDS: Readonly<Record<ReportGround, string>> = {
  counterfeit: 'A counterfeit, or a recast sold as an original',
  misleading: 'Not as described, or misleading',
  prohibited: 'Something that may not be sold here',
  rights: 'It infringes my rights',
  other: 'Something else',
};

export const OUTCOME_WORDS: Readonly<Record<ListingReportOutcome, string>> = {
  nothing: 'It stays: nothing breaks the terms or the law',
  removed: 'It is taken off the market',
};

export const BASIS_WORDS: Readonly<Record<DecisionBasis, string>> = {
  terms: 'The terms that everybody here has agreed to',
  law: 'The law',
};

/** The seller of the listing, or a reporter. */
export type ListingReportSide = 'seller' | 'reporter';

type Decided = {
  outcome: ListingReportOutcome;
  basis: DecisionBasis;
  ownAccord: boolean;
  suspended?: boolean | undefined;
};

const WHAT: Readonly<Record<ListingReportSide, Readonly<Record<ListingReportOutcome, string>>>> = {
  seller: {
    nothing: 'Your listing was reported. We found nothing that breaks the terms or the law: it stays.',
    removed: 'Your listing was taken off the market. A sale of it that is under way goes on as its escrow says.',
  },
  reporter: {
    nothing: 'The listing that you reported stays: we found nothing that breaks the terms or the law.',
    removed: 'The listing that you reported was taken off the market.',
  },
};

/** Decision, legal basis and procedure, for one side. Staff write the reasons themselves. */
export const decisionWords = (side: ListingReportSide, { outcome, basis, ownAccord, suspended }: Decided): string[] => [
  WHAT[side][outcome],
  `The decision rests on ${basis === 'law' ? 'the law' : 'the terms that everybody here has agreed to'}. ${
    ownAccord ? 'Our staff made it of their own accord' : 'It follows what was reported to us'
  }; people looked into it and decided, no automated means.`,
  ...(suspended && side === 'seller'
    ? ['With this decision our staff also suspended your account. Another email names the ground.']
    : []),
];

/** `until`: formatted, with time zone. */
export const redressWords = (until: string): string =>
  `If you think that it is wrong, you can complain within ${COMPLAINT_TIME}, until ${until}, free of charge. Somebody else of our staff then decides for good. You can also turn to a certified body for out-of-court settlement, or to a court.`;

/** `was`: the first decision. `removed`: whether the listing is now off the market. */
type Answered = { was: ListingReportOutcome; outcome: ComplaintOutcome; removed: boolean };

const whereItIs = ({ was, outcome, removed }: Answered): string => {
  if (!removed) return 'and the listing may be on the market';
  const byThis = (was === 'removed') === (outcome === 'stands');
  return byThis ? 'and the listing is off the market' : 'but another decision keeps the listing off the market';
};

export const answerWords = (answered: Answered): string => {
  const answer = answered.outcome === 'stands' ? ': the decision stands' : ' and decided otherwise';
  return `Another person has looked into it${answer}, ${whereItIs(answered)}. This is final.`;
};
