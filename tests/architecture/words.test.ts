import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TOPICS } from '#web/help/questions.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** All that speaks to people: screens, the facts told to them, their emails, the pages of the provider that we act. */
const SPEAKING =
  /^(web|domain\/notifications|domain\/moderation|infrastructure\/(mail|payments\/simulated))\/.*\.tsx?$/;

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));

const sources = files
  .filter((file) => SPEAKING.test(file))
  .map((file) => ({
    file,
    // a sentence that is broken over lines is one all the same
    said: fs.readFileSync(path.join(root, file), 'utf8').replaceAll(COMMENTS, '').replaceAll(/\s+/g, ' '),
  }));

type Forbidden = { sounds: string; pattern: RegExp; such: readonly string[] };

const FORBIDDEN: readonly Forbidden[] = [
  {
    sounds: 'a duty in the passive of another language: who has to do what?',
    pattern: /\b(is|are) to (answer|decide|pay|ship|confirm|have|send|read|write|look|be (answered|done|paid|sent))\b/i,
    such: ['The seller is to answer your dispute', 'Your account is to have the address', 'Nothing more is to be done'],
  },
  {
    sounds: 'since a moment, where a length of time follows',
    pattern: /\bwaits since\b/i,
    such: ['Waits since 3h ago'],
  },
  {
    sounds: 'the folder that everybody calls spam',
    pattern: /\bunwanted (e-?)?mails?\b/i,
    such: ['the unwanted mail'],
  },
  {
    sounds: 'several of one: say it by `counted`',
    pattern: /Showing \$\{[^}]*\} (offering|listing|miniature|sale|transaction)s\b/,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is looked for in sources
    such: ['footer={`Showing ${found ?? 0} listings`}'],
  },
  {
    sounds: 'old: nothing has to be done',
    pattern: /\bneed do nothing\b/i,
    such: ['If all is well you need do nothing.'],
  },
  {
    sounds: 'a verb that waits for its end: “no longer works”',
    pattern: /\b(works?|signs in|asks for|read .{0,40}|opens? .{0,20}|holds .{0,20}) no (more|longer)\b/i,
    such: ['Those before work no more.', 'This address opens your account no longer.'],
  },
  {
    sounds: 'of: one complains about something',
    pattern: /\bcomplain(s|ed)? of\b/i,
    such: ['A decision is complained of', 'Complain of this decision'],
  },
  {
    sounds: 'a comparison of another language: the wrong amount',
    pattern: /\banother sum\b/i,
    such: ['Another sum than the price was paid'],
  },
  { sounds: 'a number announced, not said', pattern: /\bso many( [a-z]+)*: /i, such: ['so many of our streams: 3'] },
  {
    sounds: 'until for by: a deadline',
    pattern: /\bunpaid until then\b|\bunless both .{0,40} until\b/i,
    such: ['Unpaid until then, the listing is released', 'unless both addresses confirm it until Monday'],
  },
  {
    sounds: 'a thing that acts as a person',
    pattern: /\baddress(es)? bears?\b|\baccount bears\b|\bbrowser knows no\b/i,
    such: ['If an account bears this address', 'This browser knows no passkeys.'],
  },
];

test('reads everything that people see', () => {
  const known = [
    'web/help/questions.ts',
    'domain/notifications/inAppTypes.ts',
    'infrastructure/mail/templates/account.ts',
  ];
  expect(sources.map(({ file }) => file)).toEqual(expect.arrayContaining(known));
  expect(sources.length).toBeGreaterThan(400);
});

describe.each(FORBIDDEN)('no text sounds translated: $sounds', ({ pattern, such }) => {
  test.each(such)('“%s” is found', (sentence) => {
    expect(sentence).toMatch(pattern);
  });

  test('no source contains it', () => {
    const found = sources.flatMap(({ file, said }) => {
      const [words] = new RegExp(`.{0,30}(?:${pattern.source}).{0,30}`, pattern.flags).exec(said) ?? [];
      return words ? [`${file}: ${words}`] : [];
    });
    expect(found).toEqual([]);
  });
});

/** What is written here, comments included; not what was changed one day, not the words of passwords, and not this test. */
const WRITTEN =
  /^(?!CHANGELOG\.md|application\/accounts\/commonWords\.ts|tests\/architecture\/words\.test\.ts).*\.(tsx?|mjs|css|html|md|ya?ml)$/;

/** In place of the field's words; the name of a table and a property of styles are nobody's choice any more. */
const DIALECT: readonly { word: string; pattern: RegExp; such: readonly string[] }[] = [
  { word: 'action', pattern: /(?<![a-z])deeds?(?![a-z])/i, such: ['one deed', 'lastDeed', 'DEEDS'] },
  { word: 'task', pattern: /(?<![a-z])errands?(?![a-z])/i, such: ['an errand', 'openErrands'] },
  { word: 'schedule', pattern: /(?<!policy )(?<![a-z])agendas?(?![a-z])/i, such: ['the agenda', 'agendaOf'] },
  { word: 'quiesce', pattern: /(?<![a-z])calm(ed|s|ly)?(?![a-z])/i, such: ['calm()', 'CALM_ABOVE', 'untilCalm'] },
  {
    word: 'email or message',
    // a letter of the alphabet is called so in sentences, and in the names of variables for one
    pattern: /\bLetter\b|\bletter (?!Spacing)[A-Z]|\bletter\.tsx?\b/,
    such: ['type Letter = {', 'letterPath', 'loadLetter', 'emails/letter.ts'],
  },
];

/** With a blank between the words of a name: `loadSale` and `SALE_FACTS` become `load Sale` and `SALE FACTS`. */
const apart = (text: string): string => text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ');

const written = files
  .filter((file) => WRITTEN.test(file))
  .map((file) => ({ file, text: apart(`${file}\n${fs.readFileSync(path.join(root, file), 'utf8')}`) }));

test('reads every comment, title and summary', () => {
  const known = ['domain/events.ts', 'tests/simulation/world.ts', 'web/styles/app.css', 'tests/run.mjs', 'README.md'];
  expect(written.map(({ file }) => file)).toEqual(expect.arrayContaining(known));
  expect(written.length).toBeGreaterThan(2_000);
});

describe.each(DIALECT)('the standard word is $word', ({ pattern, such }) => {
  test.each(such)('“%s” is found', (name) => {
    expect(apart(name)).toMatch(pattern);
  });

  test('no source, test or file name uses another one', () => {
    const found = written
      .filter(({ text }) => pattern.test(text))
      .map(({ file, text }) => `${file}: ${pattern.exec(text)}`);
    expect(found).toEqual([]);
  });
});

test.each(['policy_agenda', 'letterSpacing: 2', 'followLetters', 'at least three letters', 'letter.repeat(32)'])(
  '“%s” is allowed',
  (text) => {
    expect(DIALECT.filter(({ pattern }) => pattern.test(apart(text)))).toEqual([]);
  },
);

/** As codes name a status: in capitals, in one word. */
const CONSTANT = /\b[A-Z]+(_[A-Z]+)+\b/;

test('help questions contain no constant, and answers put one in brackets after its label', () => {
  const questions = TOPICS.flatMap(({ questions }) => questions);
  expect(questions.map(({ question }) => question).filter((question) => CONSTANT.test(question))).toEqual([]);
  const answers = questions.flatMap(({ answer }) => answer);
  expect(answers.filter((answer) => CONSTANT.test(answer)).length).toBeGreaterThan(0);
  const beyond = answers.map((answer) => answer.replaceAll(/(?<=[A-Z][a-z]+ )\([A-Z_]+\)/g, ''));
  expect(beyond.filter((answer) => CONSTANT.test(answer))).toEqual([]);
});
