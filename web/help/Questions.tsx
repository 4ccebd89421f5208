import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '../ui/Icon.tsx';
import { Link } from '../ui/Link.tsx';
import { type Question, TOPICS } from './questions.ts';

/** All topics; the question in the URL hash (`#returns`) is open and scrolled to. */
export const Questions = () => {
  const asked = useLocation().hash.slice(1);
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView({ block: 'start' });
  }, [asked]);
  return (
    <div className="questions">
      {TOPICS.map(({ title, questions }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {questions.map((question) => (
            <Answered key={question.id} question={question} open={question.id === asked} />
          ))}
        </section>
      ))}
      <p>
        Who can do what in a sale, by when, and what happens otherwise:{' '}
        <Link to="/how-a-sale-runs">How a sale runs</Link>
      </p>
    </div>
  );
};

const Answered = ({ question: { id, question, answer }, open }: { question: Question; open: boolean }) => (
  <details id={id} className="question" open={open}>
    <summary>
      <span>{question}</span>
      <Icon name="down" />
    </summary>
    <div className="long-reading">
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  </details>
);
