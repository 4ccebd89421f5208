/** What a fair decision looks at, by the category of the claim. Guidance only: nothing is stored or required. */
const ALWAYS = ['Both parties have been heard, or their time is over', 'The messages hold no other agreement'];

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  NOT_RECEIVED: [
    'The tracking page shows where the parcel is',
    'The parcel went to the address of the purchase',
    'The shipping date is plausible',
  ],
  NOT_AS_DESCRIBED: [
    'The description and photos as sold show the disputed detail',
    'The photos of the claim show the same item',
    'The amount fits the difference in value',
  ],
  DAMAGED: [
    'The photos as sold show the item whole',
    'The photos of the claim show the damage, and the packing',
    'The amount fits the repair or the loss in value',
  ],
  COUNTERFEIT: [
    'The listing names the maker, or says that it is a copy',
    'The photos show what marks it as a copy',
    'The game of the listing allows unofficial models',
  ],
  RETURN_REFUSED: ['The reason of the refusal is covered by the terms', 'The item differs from its description'],
  RETURN_REJECTED: [
    'The photos show the item that came back',
    'The tracking code of the return belongs to this parcel',
    'The item came back as it was sent',
  ],
  RETURN_NOT_ARRIVED: ['The tracking page of the return shows where it is', 'It went to the address for the return'],
};

export const checklistFor = (category: string | undefined): readonly string[] => [
  ...((category && CHECKS[category]) || []),
  ...ALWAYS,
];
