import { useUser } from '../api/session.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { AskSupport } from './AskSupport.tsx';
import { Questions } from './Questions.tsx';

/** Apart from the visitors' page, which then needs nothing of forms. */
export const FaqContact = () => {
  const { email } = useUser();
  return (
    <>
      <PageHeading title="FAQ & Contact Us" lead="What collectors ask, and where to ask more." />
      <div className="help-columns">
        <Questions />
        <AskSupport email={email} />
      </div>
    </>
  );
};
