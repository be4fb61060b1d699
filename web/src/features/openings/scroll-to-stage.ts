import { isMotionReduced } from '#ui/spin.ts';

/** Scrolls the stage into view by the shortest distance. */
export function scrollToStage(stage: HTMLElement | null): void {
  stage?.scrollIntoView({ block: 'nearest', behavior: isMotionReduced() ? 'auto' : 'smooth' });
}
