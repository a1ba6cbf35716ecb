import type { SeededRandom } from './random.ts';

export interface Person {
  name: string;
  email: string;
  phone: string;
}

const FIRST_NAMES = (
  'Ahmed Ali Hassan Hussain Usman Bilal Hamza Umar Zain Faisal Imran Kamran Saad Talha Waleed Junaid Asad ' +
  'Danish Fahad Haris Adeel Shahzaib Rizwan Nabeel Taimoor Ayesha Fatima Maryam Zainab Hira Sana Mahnoor ' +
  'Iqra Amna Noor Rabia Sadia Kiran Mehwish Areeba Laiba Anum Hafsa Nimra Komal Bushra Javeria Tooba'
).split(' ');
const LAST_NAMES = (
  'Khan Ahmed Malik Butt Chaudhry Sheikh Rana Awan Qureshi Siddiqui Raza Mirza Baig Gill Bajwa Cheema ' +
  'Warraich Sandhu Dogar Randhawa Gondal Bhatti Akhtar Iqbal Javed Nawaz Aslam Saleem Tariq Anwar'
).split(' ');

/**
 * A made-up customer. Email addresses end in example.com and phone numbers start with 0300 0, which are not in
 * use, so that no message of a demo reaches a real person.
 */
export function createPerson(random: SeededRandom, number: number): Person {
  const first = random.pickOne(FIRST_NAMES);
  const last = random.pickOne(LAST_NAMES);
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${number}@example.com`.toLowerCase(),
    phone: `+923000${String(number % 1_000_000).padStart(6, '0')}`,
  };
}

export const CONTACT_MESSAGES: readonly { subject: string; message: string }[] = [
  { subject: 'booking', message: 'Can we move our booking of Friday evening to Saturday, same time?' },
  { subject: 'booking', message: 'I paid by bank transfer this morning. Could you confirm that it arrived?' },
  { subject: 'booking', message: 'Is it possible to book all courts for three hours on a weekend?' },
  { subject: 'events', message: 'We are twelve colleagues and would like a small tournament next month.' },
  { subject: 'events', message: 'Do you hold a ladies evening? A group of us would love to join.' },
  { subject: 'lessons', message: 'I have never played padel. Do you have a coach for beginners?' },
  { subject: 'lessons', message: 'Are there lessons for children of nine and eleven years on Sundays?' },
  { subject: 'food', message: 'Will the café be open during Ramadan after Taraweeh?' },
  { subject: 'partnership', message: 'Our sports shop would like to offer rackets to your members.' },
  { subject: 'general', message: 'Is there parking at night, and are there changing rooms with showers?' },
  { subject: 'general', message: 'I left a black water bottle on Court 2 yesterday. Did anybody find it?' },
];
