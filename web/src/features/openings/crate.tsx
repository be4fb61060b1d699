import { THEMES, crateTheme } from '@karat/art/crate-themes';
import { CRATE_SIZES } from '@karat/art/urls';
import type { CaseDetails, CaseItem } from '@karat/contract/cases';
import type { CSSProperties } from 'react';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';

/** The number of items shown beside the crate. */
const SIDE_ITEMS = 4;

/** The light of a case's theme, for the stage and everything in it. */
export function lightOf(caseName: string): CSSProperties {
  return { '--light': THEMES[crateTheme(caseName)].glow } as CSSProperties;
}

/** The crate at rest, with the rarest items of the case beside it. The phase of the stage moves it. */
export function Crate({ caseDetails }: { caseDetails: CaseDetails }) {
  return (
    <div aria-hidden className="crate absolute inset-0">
      {caseDetails.items.slice(0, SIDE_ITEMS).map((item, index) => (
        <SideItem key={item.parentItem} item={item} index={index} />
      ))}
      <div className="crate-box absolute top-1/2 left-1/2">
        <span className="crate-floor" />
        <div className="crate-body relative size-full">
          <span className="crate-glow" />
          <ItemPicture src={caseDetails.image} isEager sizes={CRATE_SIZES} className="relative size-full" />
          <span className="crate-seam" />
        </div>
      </div>
    </div>
  );
}

function SideItem({ item, index }: { item: CaseItem; index: number }) {
  return (
    <div className="crate-item" data-place={index} style={rarityColors(item.skinRarity)}>
      <span className="crate-item-glow" />
      {/* Not eager: a phone hides it, and then does not load it. */}
      <ItemPicture src={item.image} isSmall className="w-full" />
    </div>
  );
}
