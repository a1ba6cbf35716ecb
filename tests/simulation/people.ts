/**
 * Everybody around the simulated club. No name is part of another, so that a text that shows one to a stranger is
 * found.
 */
export interface Person {
  /** The part of their emails before the @. */
  id: string;
  name: string;
  phone: string;
  /** Their browser's address. */
  address: string;
  role: 'member' | 'guest' | 'owner' | 'staff';
}

const person = (index: number, role: Person['role'], name: string): Person => ({
  id: name.toLowerCase().replace(' ', '.'),
  name,
  phone: `+9230055501${String(index).padStart(2, '0')}`,
  address: `203.0.113.${10 + index}`,
  role,
});

export const OWNER = person(0, 'owner', 'Nadia Chaudhry');
export const RECEPTION = person(1, 'staff', 'Rashid Mehmood');
export const CUSTOMERS: readonly Person[] = [
  person(2, 'member', 'Ayesha Khan'),
  person(3, 'member', 'Bilal Ahmed'),
  person(4, 'member', 'Hina Aslam'),
  person(5, 'guest', 'Usman Raza'),
  person(6, 'guest', 'Sana Malik'),
  person(7, 'guest', 'Farid Qureshi'),
];
/** Who ticks *Updates by WhatsApp* with each booking, share and place in a match. */
export const CHATTERS: readonly Person[] = CUSTOMERS.filter(({ name }) => /^(Sana|Farid) /.test(name));
export const updatesOf = (person: Person) => (CHATTERS.includes(person) ? { updates_by: ['whatsapp'] } : {});
export const EVERYBODY: readonly Person[] = [OWNER, RECEPTION, ...CUSTOMERS];

export const emailOf = (id: string): string => `${id}@people.example`;

export function findPerson(id: string): Person {
  const found = EVERYBODY.find((one) => one.id === id);
  if (!found) throw new Error(`nobody is ${id}`);
  return found;
}

/**
 * The other customers named in a text; it should name nobody but its reader, and of `friends` only the address that
 * the reader entered.
 */
export function strangersIn(text: string, reader: string, friends: readonly string[] = []): string[] {
  return CUSTOMERS.filter(({ id }) => id !== reader)
    .filter(({ id, name, phone }) => {
      const hasAddress = !friends.includes(id) && text.includes(`${id}@`);
      return hasAddress || text.includes(name) || text.includes(phone);
    })
    .map(({ id }) => id);
}
