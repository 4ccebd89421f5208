import { PageHeading } from '../ui/PageHeading.tsx';
import { Contact } from './Contact.tsx';
import { Questions } from './Questions.tsx';

export const Faq = () => (
  <main id="main" className="wrap page">
    <PageHeading title="FAQ and contact" lead="Answers to common questions, and how to reach us." />
    <div className="help-columns">
      <Questions />
      <Contact />
    </div>
  </main>
);
