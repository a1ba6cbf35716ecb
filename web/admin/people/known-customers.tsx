import { useState } from 'react';
import type { Buyer } from '../../../src/domain/api/plan-answers.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useDebouncedInput } from '../use-debounced-input.ts';

/** More would push the rest of a form off the screen; another letter finds fewer. */
const MAX_SHOWN = 3;
const MIN_LETTERS = 3;

/** Members and earlier customers whose name begins as typed, to choose from instead of typing their contact. */
export function KnownCustomers({ name, onChoose }: { name: string; onChoose: (person: Buyer) => void }) {
  const [query, setQuery] = useState('');
  const [text, setText] = useDebouncedInput(query, setQuery);
  if (text !== name) setText(name);
  const isLong = query.length >= MIN_LETTERS;
  const { data } = useAdminQuery('GET /api/admin/buyers', { query: { q: query }, skip: !isLong });
  const people = isLong ? (data?.people ?? []).slice(0, MAX_SHOWN) : [];
  return (
    <ul className="known-customers cluster" aria-label="Known customers">
      {people.map((person) => (
        <li key={`${person.email} ${person.phone}`}>
          <button type="button" className="quiet" onClick={() => onChoose(person)}>
            <span translate="no">{person.name}</span>{' '}
            <span className="muted small" translate="no">
              {person.phone || person.email}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
