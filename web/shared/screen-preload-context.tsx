import { createContext, useContext } from 'react';

const PreloadContext = createContext<(path: string) => void>(() => {});

/** `app/` provides the function that loads the code of the screen at a path. */
export const PreloadProvider = PreloadContext.Provider;

/** Loads the code of the screen at a path, so that it opens without delay. */
export function usePreload(): (path: string) => void {
  return useContext(PreloadContext);
}
