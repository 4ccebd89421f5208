// Which of the mutants that a test comes by concern its item most: those that share rare words with the item and with the test.
const STOP = new Set('the a an of to is and in on for with by it its as at or be not one const return if'.split(' '));

export const wordsOf = (text) => {
  const words = new Set();
  for (const [word] of text.matchAll(/[A-Z]?[a-z]+|[A-Z]{2,}(?![a-z])|\d+/g)) {
    const lower = word.toLowerCase();
    if (lower.length > 1 && !STOP.has(lower)) words.add(lower.length > 4 ? lower.replace(/(?:s|ed|ing)$/, '') : lower);
    else if (/\d/.test(lower)) words.add(lower);
  }
  return words;
};

/** Of quoted texts only what is long enough to be no accident. */
const quoted = (from) => /^['"`](.{5,})['"`]$/s.exec(from)?.[1] ?? (/^[^'"`{}()]{8,}$/.test(from) ? from : undefined);

/** A name that the compiler knows; misspelt it would not get as far as the tests. */
const isName = (from) => /^['"`](?:[a-z0-9]+|[a-z]+[A-Z_.:/-][\w.:/-]*|[A-Z]+[a-z]+[A-Z]\w*|[A-Z_]+)['"`]$/.test(from);

export const chooser = (mutants) => {
  const known = new Map();
  const described = mutants.map((mutant) => {
    const own = wordsOf(mutant.from);
    const about = wordsOf(`${mutant.line.text.slice(0, 200)} ${mutant.file.split('/').slice(1).join(' ')}`);
    for (const word of new Set([...own, ...about])) known.set(word, (known.get(word) ?? 0) + 1);
    return {
      own,
      about,
      quoted: quoted(mutant.from),
      name: isName(mutant.from) && mutant.to !== '',
      lines: mutant.from.split('\n').length,
    };
  });
  const rarity = (word) => Math.log(mutants.length / (known.get(word) ?? mutants.length));
  const shared = (words, others) => {
    let sum = 0;
    for (const word of words) if (others.has(word)) sum += rarity(word);
    return sum;
  };

  /** `ids` by how much they concern the item whose text is `item`, proven by a test whose source is `test`. */
  return (ids, item, test, cameBy) => {
    const [itemWords, testWords] = [wordsOf(item), wordsOf(test)];
    const scoreOf = (id) => {
      const { own, about, quoted, name, lines } = described[id];
      const size = Math.sqrt(own.size + 1);
      let score = (3 * shared(own, itemWords) + 1.5 * shared(own, testWords)) / size;
      score += (1.2 * shared(about, itemWords) + 0.5 * shared(about, testWords)) / Math.sqrt(about.size + 1);
      if (quoted && item.includes(quoted)) score += 25;
      if (quoted && test.includes(quoted)) score += 12;
      if (name) score /= 3;
      // A change that takes much away proves little, as does one that many tests come by.
      return score - 2 * Math.log(1 + (cameBy.get(id) ?? 0)) - 5 * Math.log(lines);
    };
    return [...new Set(ids)].map((id) => ({ id, score: scoreOf(id) })).sort((a, b) => b.score - a.score);
  };
};
