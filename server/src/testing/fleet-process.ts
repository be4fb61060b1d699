import { createLog } from '#log.ts';
import { startFleet } from '#sandbox/game-servers/fleet.ts';

// Starts only the sandbox's game servers, for a test that kills this process.
const fleet = await startFleet({ log: createLog('silent'), roundsPerSecond: 1 });
process.stdout.write(`${JSON.stringify({ pid: fleet.pid(), address: fleet.servers[0]!.address })}\n`);
