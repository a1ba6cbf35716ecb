import { createContext, useContext } from 'react';

const PreloadContext = createContext<(path: string) => void>(() => {});

/** `app/` provides the function that fetches the code of the screen at a path. */
export const PreloadProvider = PreloadContext.Provider;

/** Fetches the code of the screen at a path, so that it shows without delay. */
export function usePreload(): (path: string) => void {
  return useContext(PreloadContext);
}
