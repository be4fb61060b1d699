import { missionUrl } from '@karat/art/urls';
import { MISSION_EMBLEMS } from '@karat/art/missions';
import { MissionPicture } from './mission-picture.tsx';
import { useAdminText } from './words/admin-text.ts';

/** Sent as an absolute URL like any picture; the server recognises its own and stores the path. */
const emblemUrl = (emblem: (typeof MISSION_EMBLEMS)[number]): string =>
  window.location.origin + missionUrl(emblem, 256);

/** The site's own emblems: choosing one fills in its URL. */
export function EmblemPicker({ url, onPick }: { url: string; onPick: (url: string) => void }) {
  const words = useAdminText();
  return (
    <fieldset>
      <legend className="mb-1.5 text-card font-semibold text-fg-2">{words.missions.emblem}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-2">
        {MISSION_EMBLEMS.map((emblem) => (
          <label
            key={emblem}
            title={words.missions.emblems[emblem]}
            className="cursor-pointer rounded-md border border-line bg-bg-1 p-1.5 transition-colors duration-140 hover:bg-bg-2 has-checked:border-primary has-checked:bg-primary/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="emblem"
              aria-label={words.missions.emblems[emblem]}
              checked={new RegExp(`/img/mission/${emblem}-(?:128|256)\\.webp$`).test(url)}
              onChange={() => onPick(emblemUrl(emblem))}
              className="sr-only"
            />
            <MissionPicture src={missionUrl(emblem, 128)} className="w-full" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
