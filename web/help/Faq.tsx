import { useUser } from '../api/session.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { AskSupport } from './AskSupport.tsx';
import { Contact } from './Contact.tsx';
import { Questions } from './Questions.tsx';

export const Faq = () => (
  <main id="main" className="wrap page">
    <PageHeading title="FAQ and contact" lead="What collectors ask, and where to ask more." />
    <div className="help-columns">
      <Questions />
      <Contact />
    </div>
  </main>
);

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
