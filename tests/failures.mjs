import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Lines of the message shown for each failed test. */
const LINES = 12;

/**
 * One text for each failed test and each suite that could not be loaded, from vitest’s JSON report: its file, its title and the first lines of
 * its message. Every line begins with ✗, so that `.ci/run` finds them in a log.
 */
export const failures = (report, root) =>
  (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const texts = failed.map(({ fullName, failureMessages }) => [`${file}: ${fullName}`, ...failureMessages]);
      return texts.length > 0 ? texts : [[file, message ?? '']];
    })
    .map(([title, ...messages]) => {
      const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
      const shown = lines.filter((line) => line.trim() !== '' && !line.includes('node_modules')).slice(0, LINES);
      return [`✗ ${title}`, ...shown.map((line) => `✗   ${line}`)].join('\n');
    });
