/**
 * DuckDB's allocator reads this when the library is loaded, so this module is imported before the binding. With an arena
 * for each thread, memory that one thread has freed stays in the process while others take more, and the process comes
 * to twice the limit and above; with one arena for all it stays within it. What the environment says goes first.
 */
process.env['DUCKDB_JE_MALLOC_CONF'] ??=
  'narenas:1,oversize_threshold:0,dirty_decay_ms:1000,muzzy_decay_ms:0,background_thread:true';
