/** The club's logo: a ball over the lines of a court. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path className="brand-line" d="M0 31h40M20 31v9" />
      <circle className="brand-ball" cx="20" cy="18" r="13" />
      <path className="brand-seam" d="M10 9.5c4.5 4 5 12 .5 17M30 9.5c-4.5 4-5 12-.5 17" />
    </svg>
  );
}
