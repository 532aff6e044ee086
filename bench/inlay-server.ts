/** The service on the state of `BENCH_DATABASE_URL`, in a process of its own. */
import { openBenchGateway } from './bench-gateway.ts';
import { serveParent } from './measured-server.ts';

const { gateway } = await openBenchGateway(process.env['BENCH_DATABASE_URL'] ?? '');
serveParent({ listener: gateway.listener, say: () => {} });
