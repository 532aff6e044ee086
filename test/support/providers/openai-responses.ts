import { type Json, type Provider, type Said, signatureOf, sse } from './provider.ts';

function encode({ id, thinking, calls, text }: Said, body: Json): Uint8Array {
  const response = { id: 'resp_1', created_at: 1, model: 'm', service_tier: null };
  const reasoning = { type: 'reasoning', id: `rs_${id}`, summary: [] };
  const content = wantsReasoning(body) ? signatureOf(`rs_${id} ${thinking}`) : null;
  const message = { type: 'message', id: `msg_${id}` };
  const said =
    text === ''
      ? []
      : [
          { type: 'response.output_item.added', output_index: 1, item: message },
          ...text.split(/(?<= )/).map((delta) => ({
            type: 'response.output_text.delta',
            item_id: message.id,
            output_index: 1,
            content_index: 0,
            delta,
          })),
          { type: 'response.output_item.done', output_index: 1, item: message },
        ];
  const asked = calls.flatMap(({ name, input }, index) => {
    const output_index = index + 2;
    const args = JSON.stringify(input);
    const item = {
      type: 'function_call',
      id: `fc_${id}_${index}`,
      call_id: `call_${id}_${index}`,
      name,
      arguments: args,
      status: 'completed',
    };
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } },
      { type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta: args },
      { type: 'response.output_item.done', output_index, item },
    ];
  });
  return sse([
    { type: 'response.created', response },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...reasoning, encrypted_content: null },
    },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...reasoning, encrypted_content: content },
    },
    ...said,
    ...asked,
    {
      type: 'response.completed',
      response: { ...response, incomplete_details: null, usage: { input_tokens: 20, output_tokens: 5 } },
    },
  ]);
}

function wantsReasoning({ include = [] }: Json): boolean {
  return include.includes('reasoning.encrypted_content');
}

function currentTurn({ input }: Json): Json[] {
  return input.slice(input.findLastIndex(({ role }: Json) => role === 'user') + 1);
}

function refusal(body: Json): string | undefined {
  const refused = ['max_tokens', 'temperature'].find((name) => name in body);
  if (refused !== undefined) return `Unsupported parameter: '${refused}' is not supported with this model.`;
  if (body.store !== false) return 'This organization allows no stored responses.';
  const { input } = body;
  const isOutput = (item: Json) => item.type === 'function_call_output';
  for (const [index, item] of input.entries()) {
    if (item.type === 'item_reference' || (item.type === 'reasoning' && !item.encrypted_content)) {
      return `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`;
    }
    if (item.type === 'reasoning' && !isGenuine(item)) {
      return 'The encrypted content could not be verified.';
    }
    if (item.type !== 'function_call') continue;
    if (!input.some((other: Json) => isOutput(other) && other.call_id === item.call_id)) {
      return `No tool output found for function call ${item.call_id}.`;
    }
    const before = input
      .slice(0, index)
      .findLast((other: Json) => other.type !== 'function_call' && other.role !== 'assistant');
    if (wantsReasoning(body) && currentTurn(body).includes(item) && before?.type !== 'reasoning') {
      return `Item '${item.call_id}' of type 'function_call' was provided without its required 'reasoning' item.`;
    }
  }
  return undefined;
}

function isGenuine({ id, encrypted_content: content }: Json): boolean {
  return Buffer.from(content.slice(3), 'base64url').toString().startsWith(`${id} `);
}

/** Calls without results between them are of one step. */
function stepsOf(body: Json): number {
  return currentTurn(body).filter(
    ({ type }: Json, index: number, items: Json[]) =>
      type === 'function_call' && items[index - 1]?.type !== 'function_call',
  ).length;
}

const common = { contentType: 'text/event-stream', encode, stepsOf, refusal };

export const openaiResponses: Provider = {
  ...common,
  connection: (url) => ({
    provider: 'openai',
    name: 'own',
    model: 'gpt-5.2',
    apiKey: 'sk-canary-2',
    baseUrl: `${url}/v1`,
  }),
  key: ['authorization', 'Bearer sk-canary-2'],
  path: '/v1/responses',
};

export const azure: Provider = {
  ...common,
  connection: (url) => ({
    provider: 'azure',
    name: 'own',
    model: 'our-deployment',
    apiKey: 'sk-canary-3',
    baseUrl: `${url}/openai/v1`,
  }),
  key: ['api-key', 'sk-canary-3'],
  path: '/openai/v1/responses',
};
