import type { ReactNode } from 'react';

/**
 * A button that chooses a file, by default a picture; `label` is its accessible name and must contain the visible
 * text.
 */
export function FileButton({
  label,
  accept = 'image/*',
  disabled = false,
  onFile,
  children,
}: {
  label: string;
  accept?: string;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  return (
    <label className="button ghost file-button">
      {children}
      <input
        type="file"
        accept={accept}
        disabled={disabled}
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
