/** The parts of `preact/hooks` that preact-iso imports, from React. */
export { useContext, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
