/** What preact-iso asks of `preact/hooks`, answered by React. */
export { useContext, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
