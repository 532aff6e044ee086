import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fileNameOf, saveFile } from '../../shared/save-file.ts';
import { CertifyQuestionDocument, CreateRuleDocument } from '../generated/graphql.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useChange } from '../parts/use-change.ts';
import { type EvaluatedTurn, evalCase } from './eval-case.ts';

interface AgentProps {
  readonly agent: { readonly agentId: number; readonly name: string };
  readonly question: string;
}

/** Gives the agent the query that answers the question. @param sqlQuery what the turn ran, to start from */
export function CertifyQuestion({
  agent,
  question,
  sqlQuery,
}: AgentProps & { readonly sqlQuery: string | null }) {
  const certify = useChange(CertifyQuestionDocument);
  return (
    <FormDialog
      label="Certify a query"
      verb="Certify"
      send={async (values) => {
        const query = { question: values.text('question'), sql: values.text('sql') };
        await certify({ input: { agentId: agent.agentId, ...query } });
        return `Certified the query for ${agent.name}.`;
      }}
    >
      <TextInput
        name="question"
        label="Question"
        description="Users of the agent who may run the query can see it."
        defaultValue={question.replaceAll(/\s+/g, ' ').trim()}
        maxLength={2_000}
        required
      />
      <Textarea
        name="sql"
        label="Semantic SQL"
        description="Check it before you certify it: the agent will trust it."
        defaultValue={sqlQuery ?? ''}
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

/** Tells the agent what to do with questions such as this. */
export function MakeRule({ agent, question }: AgentProps) {
  const create = useChange(CreateRuleDocument);
  return (
    <FormDialog
      label="Make a rule"
      verb="Create"
      send={async (values) => {
        await create({ input: { agentId: agent.agentId, text: values.text('text') } });
        return `${agent.name} follows the rule from its next turn on.`;
      }}
    >
      <Textarea
        name="text"
        label={`Instruction for ${agent.name}`}
        description={`It comes with every question, not only with “${question.slice(0, 80)}”.`}
        autosize
        minRows={3}
        maxLength={2_000}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

/** Downloads the question as a line for a file of `inlay eval`. */
export function MakeEvalCase({ turn }: { readonly turn: EvaluatedTurn }) {
  const [isDeclined, setDeclined] = useState(false);
  const id = fileNameOf(turn.question).toLowerCase();
  return (
    <FormDialog
      label="Make an evaluation case"
      verb="Download"
      send={async (values) => {
        const expected = isDeclined ? ({ expect: 'decline' } as const) : { gold: values.text('gold') };
        const line = evalCase(values.text('id'), turn, expected);
        saveFile(new Blob([line], { type: 'application/x-ndjson' }), `${values.text('id')}.jsonl`);
        return 'Downloaded the case. Add its line to a file of questions, and run inlay eval with it.';
      }}
    >
      <TextInput name="id" label="Id" defaultValue={id} maxLength={200} required />
      <NativeSelect
        label="Right is"
        data={[
          { value: 'gold', label: 'an answer with certain rows' },
          { value: 'decline', label: 'that there is no answer' },
        ]}
        value={isDeclined ? 'decline' : 'gold'}
        onChange={({ currentTarget }) => setDeclined(currentTarget.value === 'decline')}
      />
      {!isDeclined && (
        <Textarea
          name="gold"
          label="SQL with these rows"
          description="On the data source's own tables, in its own dialect: what the agent's SQL is compared with must not come from the agent."
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          required
        />
      )}
    </FormDialog>
  );
}
