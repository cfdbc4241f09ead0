// tauri-driver, which starts WebKitWebDriver, which starts the window.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 3000;

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
  // A process group of its own, so that nothing it started outlives it.
  const child = spawn('tauri-driver', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return {
    address: `http://127.0.0.1:${port}`,
    said: () => said,
    async stop() {
      const gone = once(child, 'close');
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      // On a busy machine the driver ends before the window does; the window then holds the pipes open.
      await Promise.race([gone, sleep(GRACE_MS)]);
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}
