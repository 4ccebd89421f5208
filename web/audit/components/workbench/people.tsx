import { createContext, Fragment, useContext } from 'react';
import { Link } from '../../../ui/Link.tsx';

/** Usernames by account id. */
export type People = ReadonlyMap<string, string>;

const PeopleContext = createContext<People>(new Map());
export const PeopleProvider = PeopleContext.Provider;
export const usePeople = (): People => useContext(PeopleContext);

/** The name of an account; the beginning of its id without one. */
export const nameIn = (people: People, id: string): string => people.get(id) ?? id.slice(0, 8);

export const PersonLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={`/audit/streams/account-${id}`}>{name}</Link>
);

const ID = /([0-9a-f]{32})/;

/** A text in which each account’s id is its name, which leads to its history. */
export const Named = ({ children }: { children: string }) => {
  const people = usePeople();
  return children.split(ID).map((piece, place) => {
    const name = people.get(piece);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text in pieces, which never move
      <Fragment key={place}>{name === undefined ? piece : <PersonLink id={piece} name={name} />}</Fragment>
    );
  });
};
