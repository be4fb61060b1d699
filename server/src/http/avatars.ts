import { generatedAvatarUrl } from '@karat/art/urls';

/** Fields that hold the picture of a player, beside the field `username`. */
const AVATAR_FIELDS = ['avatar', 'profileImg'] as const;

/** The absolute URL of a player's picture: the one from Steam, or the one drawn from the name. */
export function avatarUrl({ username, avatar }: { username: string; avatar: string | null }, origin: string): string {
  return avatar || `${origin}${generatedAvatarUrl(username)}`;
}

/** Whether replies or events of this JSON schema hold pictures of players. */
export function hasAvatars(schema: object): boolean {
  const text = JSON.stringify(schema);
  return AVATAR_FIELDS.some((field) => text.includes(`"${field}":`));
}

/**
 * A copy in which every player has the absolute URL of a picture. Queries select an empty text for players without a picture
 * of their own, because the origin of the drawn one is known only where the answer is sent.
 */
export function withAvatars<Value>(value: Value, origin: string): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => withAvatars(each, origin)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) copy[name] = withAvatars(each, origin);
  const { username } = copy;
  for (const field of AVATAR_FIELDS) {
    if (copy[field] === '' && typeof username === 'string') copy[field] = avatarUrl({ username, avatar: null }, origin);
  }
  return copy as Value;
}
