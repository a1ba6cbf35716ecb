import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Person } from '../../src/domain/api/customer-routes.ts';
import { PHONE_PLACEHOLDER } from '../../src/domain/text-schemas.ts';
import type { Form } from '../lib/use-form.ts';
import { InputField } from '../ui/field.tsx';
import { placePopover } from './place-popover.ts';
import { useAdminQuery } from './use-admin-query.ts';

interface Contact {
  name: string;
  phone: string;
  email: string;
}

/** A form for a customer, whatever other fields it has. */
interface ContactForm {
  values: Contact;
  set: (name: keyof Contact, value: string) => void;
  fieldProps: (name: keyof Contact) => ReturnType<Form<Contact>['fieldProps']>;
}

interface NameFieldProps {
  form: ContactForm;
  label?: string;
  /** Null once the name is no longer the chosen person's. */
  onChoose?: (person: Person | null) => void;
}

/** After typing. */
const SEARCH_DELAY_MS = 250;
const MIN_LETTERS = 2;

/** The customer that the reception is booking for; a name is enough. */
export function CustomerFields(props: NameFieldProps) {
  return (
    <div className="field-row">
      <CustomerNameField {...props} />
      <InputField
        label="Phone (optional)"
        inputMode="tel"
        autoComplete="off"
        placeholder={PHONE_PLACEHOLDER}
        {...props.form.fieldProps('phone')}
      />
    </div>
  );
}

/**
 * A customer's name. Known customers are listed while typing, also by phone or email; choosing one fills in the
 * contact, which goes again when the name is changed.
 */
export function CustomerNameField({ form, label = 'Name', onChoose }: NameFieldProps) {
  const { name } = form.values;
  const props = form.fieldProps('name');
  const [chosen, setChosen] = useState<Person | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const found = usePeople(isOpen ? name.trim() : '');
  const people = isOpen ? found : [];
  const field = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const count = people.length;
  useLayoutEffect(() => {
    const input = field.current?.querySelector('input');
    if (!input || !list.current || count === 0) return;
    const popover = list.current;
    popover.showPopover();
    placePopover(popover, input, 'start');
    return () => popover.hidePopover();
  }, [count]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (person: Person) => {
    setIsOpen(false);
    setChosen(person);
    for (const field of ['name', 'phone', 'email'] as const) form.set(field, person[field]);
    onChoose?.(person);
  };
  const forget = () => {
    if (!chosen) return;
    for (const field of ['phone', 'email'] as const)
      if (form.values[field] === chosen[field]) form.set(field, '');
    setChosen(null);
    onChoose?.(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = people[active];
    if (count === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? count - 1 : active - 1);
    else if (event.key === 'Enter' && person) choose(person);
    else if (event.key === 'Escape') setIsOpen(false);
    else return;
    // Neither submits the form nor closes its dialog.
    event.preventDefault();
  };
  return (
    <div ref={field}>
      <InputField
        label={label}
        autoComplete="off"
        {...props}
        onChange={(event) => {
          props.onChange(event);
          forget();
          setIsOpen(true);
          setActive(-1);
        }}
        onBlur={(event) => {
          props.onBlur(event);
          setIsOpen(false);
        }}
        onKeyDown={onKeyDown}
        hint={chosen && <span translate="no">{contactOf(chosen)[0]}</span>}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-activedescendant={people[active] ? `${listId}-${active}` : undefined}
        data-autofocus
      />
      <div
        ref={list}
        id={listId}
        popover="manual"
        role="listbox"
        aria-label="Known customers"
        className="admin-palette customer-list"
        tabIndex={-1}
      >
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, and names the active option
          <div
            key={`${person.email} ${person.phone}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            translate="no"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            <span>{person.name}</span>
            <span className="muted small">{contactOf(person).join(', ')}</span>
          </div>
        ))}
      </div>
      <span role="status" className="visually-hidden">
        {count > 0 && `${count} known ${count === 1 ? 'customer' : 'customers'}`}
      </span>
    </div>
  );
}

/** The people who match `text` once typing pauses; none for a text that is too short. */
function usePeople(text: string): readonly Person[] {
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const skip = query.length < MIN_LETTERS;
  const { data } = useAdminQuery('GET /api/admin/people', { query: { q: query }, skip });
  return skip || text.length < MIN_LETTERS ? [] : (data?.people ?? []);
}

function contactOf({ phone, email }: Person): string[] {
  return [phone, email].filter(Boolean);
}
