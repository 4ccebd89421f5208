import { partOnDemand } from '../ui/partOnDemand.tsx';
import { useReadCase } from './ReadCase.tsx';

const News = partOnDemand(async () => (await import('./NewsList.tsx')).News, null);
const Before = partOnDemand(async () => (await import('./NewsList.tsx')).BeforeActing, null);

/** News since the reader's revision, with the statements. Renders nothing before a refusal. */
export const CaseNews = () => (useReadCase()?.moved ? <News /> : null);

/** For dialogs of a case: who else works on it, and what has happened since the reader last acted. */
export const BeforeActing = () => (useReadCase() ? <Before /> : null);
