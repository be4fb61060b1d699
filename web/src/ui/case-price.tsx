import { formatNumber } from './format.ts';
import { Diamonds } from './diamonds.tsx';

/** What is shown of a case that tells no price. What is paid is the server's to say. */
const PRICE_FALLBACK = 1_000;

type Price = number | null | undefined;

/** The price of a case, or of so many, as it is shown. */
export function formatCasePrice(price: Price, count = 1): string {
  return formatNumber((price ?? PRICE_FALLBACK) * count);
}

export function CasePrice({ price, className }: { price: Price; className?: string }) {
  return <Diamonds amount={price ?? PRICE_FALLBACK} {...(className !== undefined && { className })} />;
}
