import clsx from 'clsx';

type ItemNameProps = {
  /** The name without the exterior. */
  name: string;
  exterior?: string;
  /** `stacked` has a line for each part; `title` does as well, and gives weapon and skin the same weight. */
  layout?: 'stacked' | 'inline' | 'title';
  /** Cuts lines that are too long instead of wrapping them. */
  isCut?: boolean;
};

/**
 * The weapon, the skin in the colour of the rarity (see `rarityColors`) and the exterior. Screen readers get the name
 * as the market writes it: "AK-47 | Redline (Field-Tested)".
 */
export function ItemName({ name, exterior = '', layout = 'stacked', isCut = false }: ItemNameProps) {
  const [weapon, skin] = name.split(' | ');
  const isTitle = layout === 'title';
  const lineClass = clsx(layout !== 'inline' && (isCut ? 'block truncate' : 'block'));
  return (
    <>
      <span className={clsx(lineClass, !isTitle && 'font-semibold')}>{weapon}</span>
      {skin !== undefined && (
        <>
          {' '}
          <span className="sr-only">|</span>{' '}
          <span className={clsx(lineClass, !isTitle && 'font-normal', 'text-(--r-text)')}>{skin}</span>
        </>
      )}
      {exterior !== '' && (
        <>
          {' '}
          <span className={clsx(lineClass, 'text-xs font-normal text-fg-3')}>
            <span className="sr-only">(</span>
            {exterior}
            <span className="sr-only">)</span>
          </span>
        </>
      )}
    </>
  );
}

/** The exterior below a name, with the rarity for screen readers: others see its colour. */
export function Exterior({ exterior, rarity }: { exterior: string; rarity: string }) {
  return (
    <span className="block text-xs text-fg-3">
      {exterior}
      <span className="sr-only">, {rarity}</span>
    </span>
  );
}
