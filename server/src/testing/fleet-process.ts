import { createLog } from '#log.ts';
import { startFleet } from '#sandbox/game-servers/fleet.ts';

// A site that has nothing but game servers, for a test that kills it.
const fleet = await startFleet({ log: createLog('silent'), roundsPerSecond: 1 });
process.stdout.write(`${JSON.stringify({ pid: fleet.pid(), address: fleet.servers[0]!.address })}\n`);
