/** An amount as people are told it. */
export function diamondsText(amount: number): string {
  return `${amount.toLocaleString('de-DE')} ${amount === 1 ? 'diamond' : 'diamonds'}`;
}
