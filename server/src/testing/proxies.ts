import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folders.ts';
import { openProxy, type ProxyName } from './proxy-process.ts';

/** Starts the proxy; resolves once it accepts connections. It stops with the test. */
export async function startProxy(name: ProxyName, text: string, port: string): Promise<void> {
  onTestFinished(await openProxy({ name, text, port, folder: await temporaryFolder() }));
}
