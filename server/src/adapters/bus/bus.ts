/** Sets of numbers that all processes share. Every call rejects while disconnected. */
export type SharedSets = {
  /** Holds these entries for so long from now; a later call of any process replaces the time. */
  put(set: string, entries: readonly number[], forMs: number): Promise<void>;
  count(set: string): Promise<number>;
  list(set: string): Promise<number[]>;
  has(set: string, entry: number): Promise<boolean>;
};

/** Messages between the processes of one site. It never blocks and never throws; a disconnected process gets nothing. */
export type Bus = {
  /** Sends to every other process, not to this one. Returns false when disconnected: then the message is lost. */
  publish(topic: string, message: unknown): boolean;
  /** Receives messages of other processes; `from` is the id of the process, new at each start. */
  subscribe(topic: string, listener: (message: unknown, from: string) => void): void;
  /** Calls the listener after the first connection and after each reconnect: messages in between are lost. */
  onOpen(listener: () => void): void;
  readonly sets: SharedSets;
  figures(): Record<string, number>;
  close(): Promise<void>;
};
