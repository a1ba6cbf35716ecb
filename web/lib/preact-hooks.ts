/** The parts of `preact/hooks` that preact-iso imports, taken from React. */
export { useContext, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
