/**
 * Copies a text. A page over plain http from another machine has no clipboard API: `execCommand` copies a selected text there.
 */
export async function copyText(text: string, button: HTMLButtonElement): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  // Beside the button, because a modal takes the focus back from everywhere else.
  button.after(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  button.focus();
  if (!isCopied) throw new Error('execCommand("copy") failed');
}
