import { isMotionReduced } from '#ui/spin.ts';

/** Brings the stage into view if it is not there, with the shortest way. */
export function scrollToStage(stage: HTMLElement | null): void {
  stage?.scrollIntoView({ block: 'nearest', behavior: isMotionReduced() ? 'auto' : 'smooth' });
}
