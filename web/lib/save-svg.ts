/** The saved image's width and height in pixels. */
const SIZE = 720;

/** Saves a square SVG as a PNG, which phones show among their photos. */
export async function saveSvgAsPng(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, SIZE, SIZE);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}
