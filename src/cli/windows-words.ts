/** Turns examples for a Unix shell into ones for the command prompt of Windows. */
export function inWindowsWords(text: string): string {
  return text
    .replaceAll(/^( *)((?:[A-Z_]+=\S+ )+)(?=padel-club )/gm, (_, indent, variables) =>
      [
        indent,
        ...variables
          .trim()
          .split(' ')
          .map((variable: string) => `set ${variable}&& `),
      ].join(''),
    )
    .replaceAll(/\$([A-Z_]{2,})/g, '%$1%')
    .replaceAll('sudo padel-club', 'padel-club')
    .replaceAll(/\/(?:srv|var\/lib|tmp)((?:\/[\w.-]+)+)/g, (_, path) => `D:${path.replaceAll('/', '\\')}`)
    .replaceAll('Ctrl-C or SIGTERM', 'Ctrl+C')
    .replaceAll('as root', 'as administrator');
}
