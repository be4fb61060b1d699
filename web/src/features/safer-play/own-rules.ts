import { pages } from '@karat/contract/pages';
import type { Failure } from '@karat/contract/refusal';
import type { Catalogue } from '#i18n/mixed.ts';

const ownRules: ReadonlySet<Failure['code']> = new Set(['on_break', 'self_excluded', 'limit_reached']);

/** Whoever is held to rules of their own is led to them; undefined for any other no. */
export function wayToRules(t: Catalogue, code: Failure['code'] | undefined): { to: string; label: string } | undefined {
  return code !== undefined && ownRules.has(code) ? { to: pages.saferPlay, label: t.profile.seeLimits } : undefined;
}
