import type { ReactNode } from 'react';

/** A button that chooses a file; `label` is its accessible name, with the words that it shows. */
export function FileButton({
  label,
  onFile,
  children,
}: {
  label: string;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  return (
    <label className="button ghost file-button">
      {children}
      <input
        type="file"
        accept="image/*"
        className="visually-hidden"
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
