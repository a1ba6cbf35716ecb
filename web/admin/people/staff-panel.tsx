import { Invitations } from './invitations.tsx';
import { UserTable } from './users-panel.tsx';

/** The owners and the staff with their second factors, and the invitations. */
export default function StaffPanel() {
  return (
    <section aria-label="Staff">
      <Invitations />
      <UserTable noun="account" admins="1" />
    </section>
  );
}
