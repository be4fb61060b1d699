/** What kind of site this is. The page itself has it, so that it is known before the first view. */
type SiteSettings = {
  /** Steam and the game servers are built-in replacements, and some players are programs. */
  readonly isSandbox: boolean;
  /** Diamonds can be exchanged for skins. */
  readonly isRealValue: boolean;
  /** The diamonds that a new account starts with; 0 for none. */
  readonly welcomeBonus: number;
};

export function siteSettings(): SiteSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name=site-settings]')?.content ?? '';
  const words = content.split(' ');
  return {
    isSandbox: words.includes('sandbox'),
    isRealValue: words.includes('real-value'),
    welcomeBonus: Number(/\bwelcome=(\d+)/.exec(content)?.[1] ?? 0),
  };
}
