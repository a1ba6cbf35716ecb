declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.toml' {
  const text: string;
  export default text;
}
declare module '*/Caddyfile' {
  const text: string;
  export default text;
}
declare module '*.conf' {
  const text: string;
  export default text;
}
declare module '*.service' {
  const text: string;
  export default text;
}
declare module '#notices' {
  const text: string;
  export default text;
}
declare module '#client' {
  const client: import('./http/page-server.ts').EmbeddedClient;
  export default client;
}

declare module '*.socket' {
  const text: string;
  export default text;
}
