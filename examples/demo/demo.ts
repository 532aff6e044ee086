import { styleText } from 'node:util';
import { DemoError } from './client.ts';
import { runDemo } from './run-demo.ts';
import { startService } from './start-service.ts';

/** `npm run demo`: the service over the example workspace, asked over REST. Exits 0 when every figure is right, else 1. */
const target = {
  write: (text: string) => void process.stdout.write(text),
  // Plain text when the output is no terminal, or NO_COLOR is set.
  paint: (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { stream: process.stdout }),
};

try {
  const startedMs = performance.now();
  target.write('\nStarting Inlay over examples/shop, with its state in a temporary folder\n');
  await using service = await startService();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  target.write(target.paint('dim', `  ready on ${service.url} after ${seconds} s\n`));
  await runDemo(service.url, service.adminKey, target);
  target.write('\n');
} catch (error) {
  // A failure of the demo speaks for itself; anything else is a fault, whose place matters.
  const reason = error instanceof DemoError ? error.message : error;
  console.error(`\n${styleText('red', 'The demo failed:', { stream: process.stderr })}`, reason);
  process.exitCode = 1;
}
