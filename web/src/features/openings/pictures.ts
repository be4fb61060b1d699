/** Fetches and decodes pictures before they have to move; one that fails is drawn otherwise and keeps nobody waiting. */
export async function decodePictures(addresses: readonly string[]): Promise<void> {
  const decoded = [...new Set(addresses)].map((address) => {
    const picture = new Image();
    picture.src = address;
    return picture.decode();
  });
  await Promise.allSettled(decoded);
}
