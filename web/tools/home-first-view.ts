import { HERO_MAP, mapPicture } from '../src/features/rooms/hero-map.ts';

const { src, srcSet } = mapPicture(HERO_MAP.map);

/** Where the server puts the space of the line that explains sandbox players, on sites that have it. */
const SANDBOX_NOTE_MARK = '<!-- sandbox-note -->';

/**
 * What a visitor of the home page sees before any script has run: the picture of the page, with the space that the app fills above
 * it. It has no text, because the language is known only to the app. At least as large as the app's own picture, so that the
 * browser counts this one as the largest.
 */
export const homeFirstView = `
      <div class="pt-top-bar lg:pr-chat lg:pl-rail" aria-hidden="true">
        <div class="px-3 pt-4 md:px-5 md:pt-5 xl:px-6 xl:pt-6 2xl:px-8">
          <div class="mx-auto max-w-370">
            ${SANDBOX_NOTE_MARK}
            <div class="drop-feed mb-4 md:mb-5"><div class="h-(--drop-height) rounded-md bg-bg-3/70"></div></div>
            <div class="surface mb-5 h-41 sm:h-17.5"></div>
            <div class="relative isolate h-65 overflow-hidden rounded-xl sm:h-62">
              <img src="${src}" srcset="${srcSet}" sizes="${HERO_MAP.sizes}" width="1600" height="600" alt="" fetchpriority="high"
                class="absolute inset-0 size-full object-cover object-[50%_14%] 2xl:object-[50%_7%]">
              <div class="hero-veil absolute inset-0"></div>
            </div>
          </div>
        </div>
      </div>`;
