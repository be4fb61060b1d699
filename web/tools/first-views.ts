import { HERO_MAP, mapPicture } from '../src/features/rooms/hero-map.ts';

/** Where the server puts the space of the line that explains sandbox players, on sites that have it. */
const SANDBOX_NOTE_MARK = '<!-- sandbox-note -->';
/** Where the server puts the files of a picture that it knows only when the page is requested. */
const PICTURE_MARK = '__FIRST_PICTURE__';

/**
 * What a visitor sees before any script has run: the largest picture of the page, with the space that the app fills above it. It has
 * no text, because the language is known only to the app. The picture is as large as the app's own, so that the browser counts
 * this one as the largest.
 */
const firstView = (content: string): string => `
      <div class="pt-top-bar lg:pr-chat lg:pl-rail" aria-hidden="true">
        <div class="px-3 pt-4 md:px-5 md:pt-5 xl:px-6 xl:pt-6 2xl:px-8">
          <div class="mx-auto max-w-370">${content}
          </div>
        </div>
      </div>`;

const dropFeed = (className: string): string =>
  `<div class="drop-feed mb-4 md:mb-5 ${className}"><div class="h-(--drop-height) rounded-md bg-bg-3/70"></div></div>`;

const hero = mapPicture(HERO_MAP.map);
export const homeFirstView = firstView(`
            ${SANDBOX_NOTE_MARK}
            ${dropFeed('')}
            <div class="surface mb-5 h-41 sm:h-17.5"></div>
            <div class="relative isolate h-65 overflow-hidden rounded-xl sm:h-62">
              <img src="${hero.src}" srcset="${hero.srcSet}" sizes="${HERO_MAP.sizes}" width="1600" height="600" alt=""
                fetchpriority="high" class="absolute inset-0 size-full object-cover object-[50%_14%] 2xl:object-[50%_7%]">
              <div class="hero-veil absolute inset-0"></div>
            </div>`);

const itemPicture = (className: string): string =>
  `<img ${PICTURE_MARK} width="256" height="192" alt="" fetchpriority="high" class="aspect-4/3 object-contain ${className}">`;

/** The crate on its stage, below the way back and the heading. */
export const caseFirstView = firstView(`
            ${dropFeed('max-md:hidden')}
            <div class="mb-2.5 h-15.5 md:h-17"></div>
            <div class="strip-frame @container relative isolate overflow-hidden surface">
              <div class="crate-box absolute top-1/2 left-1/2">${itemPicture('relative size-full')}</div>
            </div>`);

/** The first skin of the grid, below heading, search and filters. */
export const marketFirstView = firstView(`
            <div class="h-56.5 sm:h-31"></div>
            <div class="gap-5 xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)]">
              <div class="max-xl:hidden"></div>
              <div class="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))]">
                <div class="surface min-h-58 p-3 pb-3.5">${itemPicture('mx-auto mt-2 w-full max-w-52')}</div>
              </div>
            </div>`);
