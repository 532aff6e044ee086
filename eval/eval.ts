/** `npm run eval`: the command `inlay eval`, and with `--unseen` the measurements of domains that nobody looked at. */
if (process.argv.includes('--unseen')) {
  const [{ explained }, { runUnseen }] = await Promise.all([
    import('./evaluate.ts'),
    import('./unseen/run.ts'),
  ]);
  process.exitCode = await explained(() => runUnseen(process.argv.slice(2)));
} else {
  const { run } = await import('../src/cli/run.ts');
  await run(['eval', ...process.argv.slice(2)], process.env);
}

export {};
