import type { ClickHouseSettings } from '@clickhouse/client';

/** What makes ClickHouse compute what other engines compute, and write results so that nothing is lost. */
const meaning: ClickHouseSettings = {
  // Nothing is null there: joins fill gaps with zeros, aggregates of nothing give 0.
  join_use_nulls: 1,
  group_by_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  cast_keep_nullable: 1,
  // Times without a zone are stored in UTC.
  session_timezone: 'UTC',
  cast_string_to_date_time_mode: 'best_effort',
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  prefer_column_name_to_alias: 1,
  decimal_check_overflow: 1,
  // It would make an IN of several comparisons, which takes no values of another type.
  optimize_min_equality_disjunction_chain_length: '1000000',
  optimize_min_inequality_conjunction_chain_length: '1000000',
  date_time_overflow_behavior: 'throw',
  short_circuit_function_evaluation: 'enable',
  enable_extended_results_for_datetime_functions: 1,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  output_format_json_named_tuples_as_objects: 0,
  output_format_decimal_trailing_zeros: 1,
  date_time_output_format: 'simple',
};

export interface StatementBounds {
  /** Maximum time in the server; the statement is stopped from here before. */
  readonly seconds: number;
  readonly memoryBytes: number;
}

/**
 * Read-only in the way that allows settings: with `readonly` 1 the server would refuse those that a query comes with. No
 * statement that is printed here has a SETTINGS clause of its own.
 */
export function statementSettings({ seconds, memoryBytes }: StatementBounds): ClickHouseSettings {
  return {
    ...meaning,
    readonly: '2',
    max_execution_time: seconds,
    max_memory_usage: String(memoryBytes),
    cancel_http_readonly_queries_on_client_close: 1,
  };
}
