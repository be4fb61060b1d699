import { fromServer, type FromServerName, topicChoice } from '@karat/contract/live';

const topicNames = (Object.keys(fromServer) as FromServerName[]).filter((name) => fromServer[name].isTopic);

/** One bit for each topic, so that a socket keeps one number, and a broadcast to thousands compares it. */
const bits: ReadonlyMap<string, number> = new Map(topicNames.map((name, index) => [name, 1 << index]));

/** A set of topics. */
export type Topics = number;

export const NO_TOPICS: Topics = 0;

/** For clients that name none, which know only the specification. */
export const ALL_TOPICS: Topics = (1 << topicNames.length) - 1;

/** The topic of this event as a set; 0 if everyone gets it. */
export function topicOf(name: FromServerName): Topics {
  return bits.get(name) ?? 0;
}

export function topicsFrom(names: readonly string[]): Topics {
  return names.reduce((topics, name) => topics | (bits.get(name) ?? 0), 0);
}

/** The topics that a client names in its handshake; undefined if it names none. */
export function topicsOfHandshake(auth: Readonly<Record<string, unknown>>): Topics | undefined {
  const { data } = topicChoice.safeParse(auth);
  return data && topicsFrom(data.topics);
}

export function namesOf(topics: Topics): FromServerName[] {
  return topicNames.filter((name) => hasTopic(topics, name));
}

export function hasTopic(topics: Topics, name: FromServerName): boolean {
  const topic = topicOf(name);
  return topic === 0 || (topics & topic) !== 0;
}
