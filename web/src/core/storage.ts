// What is kept in the browser over visits. Whoever has storage switched off can use the site all the same: it only forgets.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the memory.
  }
}

export function drop(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What was never kept is gone.
  }
}
