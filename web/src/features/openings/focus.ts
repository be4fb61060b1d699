/** Whether the focus may move: nothing has it, or an element that matches the selector. */
export function canTakeFocus(replaceableSelector: string): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(replaceableSelector);
}
