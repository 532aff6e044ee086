import { existsSync } from 'node:fs';

/** The one without windows, where it is installed, takes a third less of the processor's time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The browser that pages are tested and measured in: `CHROMIUM_PATH`, or the first of those that are usually installed. */
export const chromiumPath =
  process.env['CHROMIUM_PATH'] ?? installed.find((path) => existsSync(path)) ?? installed[0];
