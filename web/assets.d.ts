declare module '*.css';
declare module '*/service-worker.js' {
  const text: string;
  export default text;
}
