/**
 * DuckDB's allocator reads this when the library is loaded, so this module is imported before the binding. With one arena per
 * thread, memory freed by one thread stays in the process while others allocate more, and the process reaches more than
 * twice the limit; with a single arena it stays within it. The environment takes precedence.
 */
process.env['DUCKDB_JE_MALLOC_CONF'] ??=
  'narenas:1,oversize_threshold:0,dirty_decay_ms:1000,muzzy_decay_ms:0,background_thread:true';
