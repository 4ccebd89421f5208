import type { BundleForm } from '../bundleFormat.ts';
import { firstReportOf } from './firstReport.ts';
import { reportOf as laterReportOf, type Told } from './report.ts';
import { SECOND_WORDS, THIRD_WORDS } from './words.ts';

const REPORTS: Record<BundleForm, (told: Told) => string> = {
  'reliquary.bundle/1': firstReportOf,
  'reliquary.bundle/2': laterReportOf(SECOND_WORDS),
  'reliquary.bundle/3': laterReportOf(THIRD_WORDS),
};

/** The report as bundles of its form have it. The verifier derives it again, so a released one never changes. */
export const reportOf = (told: Told): string => REPORTS[told.index.form](told);
