import type { PublicProfile } from '@karat/contract/profile';
import { Target } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { EmptyLine, PlayerSection } from './player-section.tsx';
import { usePlayerText } from './words/player-text.ts';

type Missions = NonNullable<PublicProfile['missions']>;

/** The missions that the player completed last. */
export function PlayerMissions({ completed, latest }: Missions) {
  const t = usePlayerText();
  return (
    <PlayerSection
      title={t.missions}
      beside={completed > 0 && <p className="text-fg-3">{t.missionsCompleted(formatNumber(completed))}</p>}
    >
      {latest.length === 0 ? (
        <EmptyLine>{t.noMissions}</EmptyLine>
      ) : (
        <ul className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
          {latest.map(({ id, title, image, times }) => (
            <li key={id} className="flex min-w-0 items-center gap-2.5 surface p-2.5 @md:gap-3 @md:p-3">
              <Emblem src={image} />
              <span className="min-w-0">
                <bdi className="line-clamp-2 text-card font-semibold">{title}</bdi>
                {times > 1 && <span className="block text-xs text-fg-3">{t.times(formatNumber(times))}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PlayerSection>
  );
}

/** The emblem of a mission, or an icon if it does not load. */
function Emblem({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false);
  if (src === '' || isBroken) return <Target size={28} aria-hidden className="m-1.5 shrink-0 text-primary" />;
  return (
    <img
      src={src}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="size-10 shrink-0 object-contain"
    />
  );
}
