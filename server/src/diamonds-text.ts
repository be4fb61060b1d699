/** A whole number with its thousands grouped: 1.234.567. */
export function groupDigits(amount: number): string {
  return amount.toLocaleString('de-DE');
}

/** An amount with its unit, for messages. */
export function diamondsText(amount: number): string {
  return `${groupDigits(amount)} ${amount === 1 ? 'diamond' : 'diamonds'}`;
}
