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
 * A made-up customer. Email addresses end in example.com and phone numbers start with 0300 0; neither are in use, so
 * no demo message reaches a real person.
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
