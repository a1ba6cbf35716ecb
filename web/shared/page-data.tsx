import { createContext, type ReactNode, useContext } from 'react';
import type { PageData } from '../../src/domain/page-data.ts';

const PageDataContext = createContext<PageData | null>(null);

export function PageDataProvider({ value, children }: { value: PageData; children: ReactNode }) {
  return <PageDataContext.Provider value={value}>{children}</PageDataContext.Provider>;
}

export function usePageData(): PageData {
  const data = useContext(PageDataContext);
  if (!data) throw new Error('usePageData must be used within PageDataProvider');
  return data;
}
