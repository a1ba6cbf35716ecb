import type { TestClub } from './test-club.ts';

export const PASSWORD = 'Chenab-river-41';

/** The register form's request body. */
export function registrationBody(overrides: Record<string, unknown> = {}) {
  return {
    name: 'Ayesha Khan',
    email: 'ayesha@example.com',
    phone: '0300 1234567',
    password: PASSWORD,
    confirm_password: PASSWORD,
    ...overrides,
  };
}

/** The `Cookie` header with the session that a response started, or an empty string. */
export function sessionCookie(answer: { headers: Headers }): string {
  const [cookie = ''] = answer.headers.getSetCookie().filter((line) => /^(__Host-)?sid=/.test(line));
  const [pair = ''] = cookie.split(';');
  return pair.endsWith('=') ? '' : pair;
}

/** Registers a member and returns their browser's headers, without the device cookie. */
export async function register(club: TestClub, overrides: Record<string, unknown> = {}) {
  const answer = await club.post('/api/auth/register', registrationBody(overrides));
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`);
  return { id: answer.json.user.id as number, headers: { cookie: sessionCookie(answer) } };
}

/** The token from the newest emailed link of a kind. */
export function latestEmailToken(
  club: TestClub,
  kind: 'verify_email' | 'reset_password' | 'invitation' | 'personal_data_link',
): string {
  const email = club.accountMessages().findLast((each) => each.kind === kind);
  return email && 'link' in email ? (email.link.split('#token=')[1] ?? '') : '';
}
