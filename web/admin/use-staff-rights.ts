import type { StaffRight } from '../../src/domain/api.ts';
import { useIsOwner } from '../shared/session.tsx';
import { useAdminQuery } from './use-admin-query.ts';

/** What the owner lets staff at this screen do; an owner needs no rights. */
export function useStaffRights(): readonly StaffRight[] {
  const isOwner = useIsOwner();
  return useAdminQuery('GET /api/admin/rights', { skip: isOwner }).data?.rights ?? [];
}
