import { useQuery } from 'urql';
import { AgentsDocument } from '../generated/graphql.ts';
import { ChoiceInput } from '../parts/choice-input.tsx';
import { type FilterField, type FilterInputProps, numberFilter } from '../parts/filter-field.ts';

/** Narrows a list to one agent of the workspace; the address has its number. */
export const agentFilter: FilterField<number> = { ...numberFilter('Agent'), Input: AgentFilter };

function AgentFilter(props: FilterInputProps) {
  const [{ data }] = useQuery({ query: AgentsDocument, variables: { first: 100 } });
  const agents = data?.agents.edges.map(({ node }) => [node.agentId, node.name] as const) ?? [];
  return <ChoiceInput {...props} choices={Object.fromEntries(agents)} />;
}
