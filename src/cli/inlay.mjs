#!/usr/bin/env -S MALLOC_TRIM_THRESHOLD_=131072 UV_THREADPOOL_SIZE=16 node --max-semi-space-size=16
import './check-node.mjs';

// Not imported above, since an older Node.js could not even read it.
const { enableCompileCache } = await import('node:module');
// Later starts are a third shorter. In the package, since anybody could have filled a folder that is open to all; where it
// cannot be written, nothing is kept.
enableCompileCache(`${import.meta.dirname}/../../node_modules/.cache/node`);
const { run } = await import('./run.ts');
await run(process.argv.slice(2), process.env);
