import { afterEach, expect, test, vi } from 'vitest';
import { scrollToStage } from './scroll-to-stage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
});

/** Lays out a page with a heading 40 pixels and a link 80 pixels above the stage, in a window with 400 pixels between the bars. */
function scrollTo({ height }: { height: number }) {
  document.documentElement.style.scrollPaddingTop = '72px';
  document.documentElement.style.scrollPaddingBottom = `${window.innerHeight - 472}px`;
  document.body.innerHTML = '<main><h1></h1><section></section></main>';
  const tops: Readonly<Record<string, number>> = { MAIN: 60, H1: 100, SECTION: 140 };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    return new DOMRect(0, tops[this.tagName], 300, height);
  });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const stage = document.querySelector('section');
  scrollToStage(stage);
  return { margin: stage!.style.scrollMarginTop, block: scrolled.mock.calls[0]?.[0] };
}

test.each([
  ['everything above the stage', 320, '80px', 'nearest'],
  ['the heading', 360, '40px', 'nearest'],
  ['only the stage', 361, '-8px', 'start'],
] as const)('shows %s if the stage is %i pixels high', (_, height, margin, block) => {
  expect(scrollTo({ height })).toMatchObject({ margin, block: { block } });
});
