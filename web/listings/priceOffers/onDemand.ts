/** One file of the build: most visits of a page have nothing to do with offers. */
export { AllOffers } from './AllOffers.tsx';
export { Offers } from './Offers.tsx';
export { OpenOffers } from './OpenOffers.tsx';
