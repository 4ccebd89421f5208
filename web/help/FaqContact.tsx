import { useUser } from '../api/session.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { AskSupport } from './AskSupport.tsx';
import { Questions } from './Questions.tsx';

/** Separate from the visitors' page, which needs no form code. */
export const FaqContact = () => {
  const { email } = useUser();
  return (
    <>
      <PageHeading title="FAQ & Contact Us" lead="Answers to common questions, and how to reach us." />
      <div className="help-columns">
        <Questions />
        <AskSupport email={email} />
      </div>
    </>
  );
};
