import { memberFormats } from '../contract/columns.ts';
import { searchMetadataArgs } from '../contract/data.ts';
import { wordOf } from '../contract/enum-names.ts';
import { metaResult } from '../contract/tools.ts';
import { SearchMetadataDocument } from './generated/graphql.ts';
import { defineTool } from './tool.ts';

export const searchMetadata = defineTool({
  name: 'search_metadata',
  title: 'Search the data model',
  description:
    'Finds the cubes and views that fit a question best, with the dimensions, measures and sample values that this user may see. Call it before run_sql, to learn the names that queries use.',
  input: searchMetadataArgs.pick({ searchQuery: true }),
  output: metaResult.pick({ cubes: true }),
  isReadOnly: true,
  async run({ searchQuery }, { operations, target, signal }) {
    const { sessionSettings } = target;
    const variables = { deploymentId: await target.deploymentId(signal), searchQuery, sessionSettings };
    const { searchMetadata } = await operations.execute(SearchMetadataDocument, variables, signal);
    const cubes = searchMetadata.map(({ dimensions, measures, segments, ...about }) => ({
      ...worded(about),
      dimensions: dimensions.map(({ range, ...dimension }) => ({
        ...worded(dimension),
        ...(range === null ? {} : { range: [range.first, range.last] }),
      })),
      measures: measures.map(({ rollingWindow, ...measure }) => ({
        ...worded(measure),
        ...(rollingWindow === null
          ? {}
          : {
              rollingWindow: given({
                ...rollingWindow,
                offset: rollingWindow.offset?.toLowerCase() ?? null,
              }),
            }),
      })),
      segments: segments.map(worded),
    }));
    return { structured: { cubes } };
  },
});

/** With the words of the REST API, and without what is missing, false or empty, which a model would read for nothing. */
function worded(fields: object & { readonly type?: string; readonly format?: string | null }): object {
  const { type, format } = fields;
  return given({
    ...fields,
    ...(type === undefined ? {} : { type: type.toLowerCase() }),
    ...(format == null ? {} : { format: wordOf(memberFormats, format) }),
  });
}

function given(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      return value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
    }),
  );
}
