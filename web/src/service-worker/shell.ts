/** What the build puts into the worker: the files of the offline page, and a version that changes with every build. */
export type Shell = { readonly version: string; readonly files: readonly string[] };
