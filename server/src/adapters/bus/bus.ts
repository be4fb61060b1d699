/** How the processes of one site speak to each other. It never waits, never throws, and who is away hears nothing. */
export type Bus = {
  /** To every other process, never to this one. False when there is no way to them now: then it is lost. */
  publish(topic: string, sent: unknown): boolean;
  /** Hears what the others publish under this topic; `from` is the name of the process, new with each start of it. */
  subscribe(topic: string, hear: (sent: unknown, from: string) => void): void;
  /** Calls whenever the way to the others is open, for the first time and after each break: what was said meanwhile is lost. */
  onOpen(listener: () => void): void;
  figures(): Record<string, number>;
  close(): Promise<void>;
};
