import { NoWrap } from '../ui/no-wrap.tsx';
import { TableRegion } from '../ui/table-region.tsx';

/** A table that scrolls inside its own region on a narrow screen. */
export function PolicyTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <TableRegion label={label}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={`${first} ${rest.join()}`}>
            <th scope="row">{first}</th>
            {rest.map((text) => (
              <td key={text}>
                <NoWrap>{text}</NoWrap>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
