import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` needs a running `simui serve` (or the mock of tests/browser) to talk to.
const backend = process.env['SIMUI_URL'] ?? 'http://127.0.0.1:7750';

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A data: URL would need a wider Content-Security-Policy; everything stays a file of ours.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': new URL(backend).origin } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
