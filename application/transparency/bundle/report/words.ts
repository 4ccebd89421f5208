import { IN_FULL } from '#domain/notifications/inFull/inFull.ts';
import type { FullSentences } from '#domain/notifications/inFull/sentence.ts';
import { some } from '../findings.ts';
import { SECOND_SENTENCES } from './secondSentences.ts';

/** The sentences that differ between forms. Those of a released form never change: a verifier derives its report again. */
export type ReportWords = {
  /** Follows the name of a personal field. */
  withheldText: string;
  erasedText: string;
  withheldEvents: (count: number) => string;
  /** The place of the last event in its stream, which is not its number in the report. */
  lastEvent: (revision: number) => string;
  verifying: string;
  /** Of the events of a transaction. */
  sentences: FullSentences;
};

const WITHHELD_OR_ERASED = 'not shown. This reader may not read it, or it was erased.';

export const SECOND_WORDS: ReportWords = {
  sentences: SECOND_SENTENCES,
  withheldText: WITHHELD_OR_ERASED,
  erasedText: WITHHELD_OR_ERASED,
  withheldEvents: (count) => {
    const are = count === 1 ? 'is' : 'are';
    return `${some(count, 'event')} of this sale ${are} withheld from this reader, and ${are} not told here. The bundle proves that nothing else is missing.`;
  },
  lastEvent: (revision) => `Last event ${revision}`,
  verifying: `<h2>How to verify this</h2><p>This page proves nothing. The bundle it came in does:</p><ol>
<li>Get the marketplace’s log key, and those of its witnesses, from a source other than this bundle. Compare them with the ones below.</li>
<li>Open <code>verify.html</code>, best a copy that you got elsewhere, and choose the bundle. Or run <code>npm run verify -- FILE.zip KEY</code>.</li>
<li>It recomputes the hash of every event, checks that each is in the signed log and that none is missing, and writes this page again from the events. If the pages differ, believe the events.</li></ol>`,
};

export const THIRD_WORDS: ReportWords = {
  sentences: IN_FULL,
  withheldText: 'not shown. This reader may not read it.',
  erasedText: 'erased. The marketplace no longer holds this text.',
  withheldEvents: (count) => {
    const are = count === 1 ? 'is' : 'are';
    return `${some(count, 'event')} of this sale ${are} withheld from this reader and ${are} not shown here. The bundle proves that no other event is missing.`;
  },
  lastEvent: (revision) => `Last event of the sale: transaction, revision ${revision}`,
  verifying: `<h2>How to verify this</h2><p>This page alone proves nothing. The bundle that it came in does:</p><ol>
<li>Get the public keys of the marketplace’s log and of its witnesses from a source other than this bundle. Compare them with the keys below.</li>
<li>Open <code>verify.html</code> in a browser and choose the bundle. It needs no connection, no installation and no account. If you can, use a copy from another source.</li>
<li>It recomputes the hash of every event, checks that each event is in the signed log and that none is missing, and writes this page again from the events. If its result differs from this page, trust the events.</li></ol>
<p><code>FORMAT.md</code> in the bundle describes each file, for those who check it with a program of their own.</p>`,
};
