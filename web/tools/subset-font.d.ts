// What of the package is used here; it ships no types.
declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number };
  type Options = { targetFormat?: 'woff2' | 'woff' | 'sfnt'; variationAxes?: Record<string, Axis> };
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
