import { Failure, invalidField } from '../domain/failure.ts';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;

/** One page of a list in descending id order. */
export interface PageQuery {
  limit: number;
  /** Rows with smaller ids; null for the first page. */
  before: number | null;
}

export function parsePageQuery(query: Record<string, string | undefined>): PageQuery {
  const limit = query.limit ? Number(query.limit) : DEFAULT_PAGE_SIZE;
  if (!Number.isInteger(limit) || limit < 1) {
    throw invalidField('limit', 'Limit must be a whole number of at least 1.');
  }
  if (query.cursor && !/^\d{1,15}$/.test(query.cursor)) {
    throw new Failure('invalid', 'This page of the list cannot be found. Please start from the first one.', {
      fields: { cursor: 'This page of the list cannot be found.' },
    });
  }
  return { limit: Math.min(limit, MAX_PAGE_SIZE), before: query.cursor ? Number(query.cursor) : null };
}
