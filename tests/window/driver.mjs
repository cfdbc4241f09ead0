// tauri-driver, which starts WebKitWebDriver, which starts the window.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the driver: its address, what it and the window said, and how to stop it. */
export async function startDriver() {
  const [port, native] = [await freePort(), await freePort()];
  const args = ['--port', String(port), '--native-port', String(native)];
  const child = spawn('tauri-driver', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return {
    address: `http://127.0.0.1:${port}`,
    said: () => said,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
