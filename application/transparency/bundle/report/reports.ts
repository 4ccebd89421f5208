import type { BundleIndex } from '../bundleFormat.ts';
import { firstReportOf } from './firstReport.ts';
import { reportOf as secondReportOf, type Told } from './report.ts';

const REPORTS: Record<BundleIndex['form'], (told: Told) => string> = {
  'reliquary.bundle/1': firstReportOf,
  'reliquary.bundle/2': secondReportOf,
};

/** The report as bundles of its form have it. The verifier derives it again, so a released one never changes. */
export const reportOf = (told: Told): string => REPORTS[told.index.form](told);
