import { isMotionReduced } from '#ui/spin.ts';

/** With this margin the stage is so close to the top bar that the heading is hidden behind it. */
const NO_HEADING_MARGIN = -8;

/**
 * Scrolls the stage into view, with what is above it if there is room: the whole upper part of the page, or the heading. Otherwise
 * the heading is scrolled away, so that it is never cut off.
 */
export function scrollToStage(stage: HTMLElement | null): void {
  if (stage === null) return;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const room = window.innerHeight - (parseFloat(scrollPaddingTop) || 0) - (parseFloat(scrollPaddingBottom) || 0);
  const { top, height } = stage.getBoundingClientRect();
  const margin = [stage.parentElement, document.querySelector('h1')]
    .map((above) => top - (above?.getBoundingClientRect().top ?? top))
    .find((space) => space + height <= room);
  stage.style.scrollMarginTop = `${margin ?? NO_HEADING_MARGIN}px`;
  stage.scrollIntoView({
    block: margin === undefined ? 'start' : 'nearest',
    behavior: isMotionReduced() ? 'auto' : 'smooth',
  });
}
