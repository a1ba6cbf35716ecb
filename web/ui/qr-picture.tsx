/** A code drawn by the server. */
export function QrPicture({ svg, alt }: { svg: string; alt: string }) {
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} width={240} height={240} alt={alt} />;
}
