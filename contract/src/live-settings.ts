/** Socket settings of both server and client. Those of the client are specified. */
export const LIVE_PATH = '/socket.io';
export const RECONNECT_DELAY_MS = 1_000;
export const RECONNECT_DELAY_MAX_MS = 5_000;
export const CONNECT_TIMEOUT_MS = 20_000;
