import { dependenciesPrint, sourcesPrint } from '../../infrastructure/bootstrap/fingerprints.mjs';
import { at, readIfThere } from '../../infrastructure/bootstrap/paths.mjs';

/** After `npm test` has built them the programs run as they are built, which starts them in half the time; else from their sources. */
export default (project) => {
  const built = readIfThere(at('dist/.built')) === sourcesPrint(dependenciesPrint());
  project.provide('programs', built ? 'built' : 'sources');
};
