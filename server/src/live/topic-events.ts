import type { LiveSocket } from './live-socket.ts';
import type { OnlineCount } from './presence.ts';
import { ALL_TOPICS, hasTopic, namesOf, type Topics } from './topics.ts';

/** Confirms the topics that a client has named, and sends the number of players, which no call returns, if that topic is new. */
export function sendTopics(socket: LiveSocket, before: Topics, onlineCount: () => OnlineCount): void {
  const topics = socket.topics();
  if (topics !== undefined) socket.emit('TOPICS', { topics: namesOf(topics) });
  const isNew = hasTopic(topics ?? ALL_TOPICS, 'ONLINE_COUNT') && !hasTopic(before, 'ONLINE_COUNT');
  if (isNew) socket.emit('ONLINE_COUNT', onlineCount());
}
