import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import type { ListingCasePage, MessageReportPage } from '#application/contract/moderation.ts';
import type { ReviewReportPage } from '#application/contract/reviews.ts';
import { ListingCasePanel } from './ListingCasePanel.tsx';
import { MessageReport } from './MessageReport.tsx';
import { ReportList } from './ReportList.tsx';
import { ReviewReport } from './ReviewReport.tsx';
import type { Desk } from './reportDesk.ts';

const REPORTS = { perPage: 20, of: 'reports', states: { open: 'Open', resolved: 'Decided', all: 'All' } };

const MESSAGES = {
  ...REPORTS,
  title: 'Reported messages',
  path: '/staff/reports',
  call: 'staff/message-reports',
} satisfies Desk<string>;

const REVIEWS = {
  ...REPORTS,
  title: 'Reported reviews',
  path: '/staff/reports/reviews',
  call: 'staff/review-reports',
} satisfies Desk<string>;

const LISTINGS = {
  title: 'Reported listings',
  path: '/staff/reports/listings',
  call: 'staff/listing-reports',
  perPage: 10,
  of: 'reports',
  states: { open: 'Open', decided: 'Decided', all: 'All' },
} satisfies Desk<string>;

const MessageReports = () => (
  <ReportList
    desk={MESSAGES}
    empty={{
      title: (state) => (state === 'open' ? 'No open reports' : 'No reported messages'),
      text: 'Members can report messages that break the rules. Their reports appear here.',
    }}
    rowsOf={({ reports }: MessageReportPage) =>
      reports.map((report) => <MessageReport key={report.messageId} report={report} />)
    }
  />
);

const ReviewReports = () => (
  <ReportList
    desk={REVIEWS}
    empty={{
      title: (state) => (state === 'open' ? 'No open reports' : 'No reported reviews'),
      text: 'Members can report reviews and the answers to them. Their reports appear here.',
    }}
    rowsOf={({ reports }: ReviewReportPage) =>
      reports.map((report) => <ReviewReport key={`${report.reviewId} ${report.part}`} report={report} />)
    }
  />
);

/** Reported listings and contested decisions. */
const ListingReports = () => (
  <ReportList
    desk={LISTINGS}
    empty={{
      title: (state) => (state === 'open' ? 'No open reports' : 'No reported listings'),
      text: 'Members can report a listing at the bottom of its page. All reports of one listing are decided together.',
    }}
    rowsOf={({ cases }: ListingCasePage) =>
      cases.map((found) => <ListingCasePanel key={`${found.listing._id} ${found.case}`} found={found} />)
    }
  />
);

const LISTS: Record<string, ComponentType> = { listings: ListingReports, reviews: ReviewReports };

/** Messages, reviews and listings have separate lists. */
export const Reports = () => {
  const List = LISTS[useParams().of ?? ''] ?? MessageReports;
  return <List />;
};
