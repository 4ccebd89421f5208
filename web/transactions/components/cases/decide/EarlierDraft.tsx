import { useEffect, useState } from 'react';
import type { CaseFile } from '#application/contract/cases.ts';
import { keptForms } from '../../../../api/keptForms.ts';
import { useUser } from '../../../../api/session.tsx';
import { Button } from '../../../../ui/Button.tsx';
import type { KeptWords } from '../../../../ui/useKeptWords.ts';
import { type Round, roundsOf } from './rounds.ts';

type Found = { text: string; over: string; key: string };

const store = keptForms<KeptWords<{ rationale?: string }>>();

const latestOf = async (rounds: readonly Round[], me: string): Promise<Found | undefined> => {
  for (const { draft, over } of rounds.toReversed()) {
    const key = `${me}:${draft}`;
    const text = (await store.read(key))?.typed.rationale?.trim();
    if (text && over) return { text, over, key };
  }
  return undefined;
};

/** Offers the rationale of a draft from an earlier round, which the form does not fill in. */
export const EarlierDraft = ({ file, onInsert }: { file: CaseFile; onInsert: (text: string) => void }) => {
  const me = useUser()._id;
  const [found, setFound] = useState<Found>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form, which belongs to one round
  useEffect(() => {
    let isLeft = false;
    latestOf(roundsOf(file), me)
      .then((draft) => isLeft || setFound(draft))
      // a private window stores nothing
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, []);
  if (!found) return null;
  const { text, over, key } = found;
  const drop = () => {
    setFound(undefined);
    void store.drop(key).catch(() => undefined);
  };
  const insert = () => {
    onInsert(text);
    drop();
  };
  return (
    <section className="grid gap-2" aria-label={`Your draft from before ${over}`}>
      <p className="hint">You wrote this before {over}. It is not part of your decision.</p>
      <blockquote>{text}</blockquote>
      <div className="row">
        <Button size="sm" onClick={insert}>
          Insert
        </Button>
        <Button size="sm" onClick={drop}>
          Delete
        </Button>
      </div>
    </section>
  );
};
