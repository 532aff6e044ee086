import { useMemo } from 'react';
import { Chart } from '../../shared/chart.tsx';
import { withColumnFormats } from '../../shared/chart-formats.ts';
import { quietLook } from '../../shared/chart-look.ts';
import { withRows } from '../../shared/chart-rows.ts';
import { columnOf } from '../../shared/column-text.ts';
import type { ThreadMessagesQuery } from '../generated/graphql.ts';

type Message = ThreadMessagesQuery['chatThread']['messages']['edges'][number]['node'];
type Result = NonNullable<NonNullable<Message['toolCall']>['result']>;

export type SqlResult = Extract<Result, { __typename: 'SqlToolResult' }>;

/** The chart that the user saw; nothing if there was none. */
export function ResultChart({ result }: { readonly result: SqlResult }) {
  const { vegaSpec, title, rows } = result;
  const spec = useMemo(() => {
    if (vegaSpec == null) return undefined;
    // Its title stands above it.
    const { title: _, ...untitled } = vegaSpec;
    const columns = result.columns.map(columnOf);
    return withRows(withColumnFormats({ config: quietLook, ...untitled }, columns, rows), columns, rows);
  }, [vegaSpec, result.columns, rows]);
  return spec === undefined ? null : <Chart spec={spec} label={`Chart of ${title}`} heightPx={240} />;
}
