import { readSecret } from '../../src/db/stored-secret.ts';
import { WaitlistKeys } from '../../src/waitlist/waitlist-keys.ts';
import type { TestClub } from './test-club.ts';

const keysOf = ({ db }: Pick<TestClub, 'db'>) => new WaitlistKeys(readSecret(db, 'cookie'), '');
const linkOf = (url: string) => url.slice(url.search(/[#=]\d/) + 1);

/** `12.KEY`, as in a message's link. */
export const entryLink = (club: Pick<TestClub, 'db'>, id: number) => linkOf(keysOf(club).entryUrl(id));
export const offerLink = (club: Pick<TestClub, 'db'>, id: number) => linkOf(keysOf(club).offerUrl(id));

const header = (link: string) => ({ 'x-waitlist-key': link.split('.')[1] ?? '' });
export const entryKeyHeader = (club: Pick<TestClub, 'db'>, id: number) => header(entryLink(club, id));
export const offerKeyHeader = (club: Pick<TestClub, 'db'>, id: number) => header(offerLink(club, id));
