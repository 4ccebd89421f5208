import { dependenciesPrint, sourcesPrint } from '../../infrastructure/bootstrap/fingerprints.mjs';
import { at, readIfThere } from '../../infrastructure/bootstrap/paths.mjs';

/** Runs the built programs if `npm test` has built them, which halves their start; otherwise the sources. */
export default (project) => {
  const built = readIfThere(at('dist/.built')) === sourcesPrint(dependenciesPrint());
  project.provide('programs', built ? 'built' : 'sources');
};
