/** The rows of a downloaded CSV file without quotes in its cells: each as an array of cells, the header first. */
export function csvRows(body: string): string[][] {
  return body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}
