import { readSecret } from '../../src/db/stored-secret.ts';
import { WaitingListKeys } from '../../src/waitlist/waitlist-keys.ts';
import type { TestClub } from './test-club.ts';

const keysOf = ({ db }: Pick<TestClub, 'db'>) => new WaitingListKeys(readSecret(db, 'cookie'), '');
const linkOf = (url: string) => url.slice(url.search(/[#=]\d/) + 1);

/** `12.KEY`, as the link of a message carries it. */
export const wishLink = (club: Pick<TestClub, 'db'>, id: number) => linkOf(keysOf(club).wishUrl(id));
export const offerLink = (club: Pick<TestClub, 'db'>, id: number) => linkOf(keysOf(club).offerUrl(id));

const header = (link: string) => ({ 'x-waitlist-key': link.split('.')[1] ?? '' });
export const wishKeyHeader = (club: Pick<TestClub, 'db'>, id: number) => header(wishLink(club, id));
export const offerKeyHeader = (club: Pick<TestClub, 'db'>, id: number) => header(offerLink(club, id));
