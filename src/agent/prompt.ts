import type { SystemModelMessage, UserModelMessage } from 'ai';
import {
  type CertifiedQuery,
  contextBlock,
  fence,
  noteBlock,
  type PromptContext,
} from '../contract/prompt.ts';
import type { RelationMetadata } from '../contract/tools.ts';
import type { AgentProfile } from '../services/chat/turn.ts';
import { cacheMark } from './cache-marks.ts';
import { sqlCard, workingRules } from './working-rules.ts';

export interface PromptInput {
  readonly agent: AgentProfile;
  readonly now: Date;
  readonly timezone: string;
  /** Every relation that the user may see; none for a model that does not read prose. */
  readonly relations: readonly RelationMetadata[];
  /** The relations described in full, where they are few enough. */
  readonly model: readonly object[] | undefined;
  /** Those that do not depend on the question. */
  readonly certifiedQueries: readonly CertifiedQuery[];
}

/** Of the list of all relations. */
const maxListCharacters = 12_000;

/**
 * The system prompt: the agent, how it works, today's date, rules, the data model. Nothing in it depends on the question, so that
 * a provider can keep it between turns and threads.
 */
export function systemPrompt(input: PromptInput): SystemModelMessage {
  const { agent, now, timezone, relations, model, certifiedQueries } = input;
  const context: PromptContext = { today: dateIn(timezone, now), timezone, certifiedQueries };
  const sections = [
    `You are ${agent.name}, a data analyst. You answer questions about one data model for one user. ` +
      `Today is ${context.today} (${weekdayIn(timezone, now)}) in the time zone ${timezone}. Weeks start on Monday.`,
    workingRules,
    sqlCard,
    agent.rules.length === 0
      ? ''
      : `# Rules of this agent\n${agent.rules.map((rule) => `- ${rule}`).join('\n')}`,
    dataModel(relations, model),
    contextBlock(context),
  ];
  return {
    role: 'system',
    content: sections.filter((section) => section !== '').join('\n\n'),
    providerOptions: cacheMark,
  };
}

/** A question, and behind it the notes on it, as JSON text. */
export function questionMessage(question: string, notes: string | undefined): UserModelMessage {
  return {
    role: 'user',
    content: [
      { type: 'text', text: question },
      ...(notes === undefined ? [] : [{ type: 'text' as const, text: noteBlock(notes) }]),
    ],
  };
}

function dataModel(relations: readonly RelationMetadata[], model: readonly object[] | undefined): string {
  if (model !== undefined) {
    return `# The data model\nThis is all of it that the user may see.\n${fence('svcMeta', JSON.stringify({ cubes: model }))}`;
  }
  return relations.length === 0 ? '' : `# The data model\n${listOf(relations)}`;
}

/** Every relation, all in equal detail, with a note on what was omitted. */
function listOf(relations: readonly RelationMetadata[]): string {
  const titled = (relation: RelationMetadata) => `- ${relation.name} (${oneLine(relation.title)})`;
  const described = relations.map((relation) => titled(relation) + aboutOf(relation)).join('\n');
  if (described.length <= maxListCharacters) return described;
  const titles = relations.map(titled).join('\n');
  if (titles.length <= maxListCharacters) return `${titles}\n(Descriptions left out: svcMeta has them.)`;
  const names = within(
    maxListCharacters,
    relations.map(({ name }) => name),
  );
  const left = relations.length - names.length;
  return `${names.join(', ')}${left === 0 ? '' : `, and ${left} more, which svcMeta finds`}\n(Titles left out: svcMeta has them.)`;
}

function aboutOf({ description }: RelationMetadata): string {
  return description === undefined ? '' : `: ${oneLine(description)}`;
}

/** The first texts that fit, separators counted. */
function within(maxCharacters: number, texts: readonly string[]): readonly string[] {
  let size = 0;
  const end = texts.findIndex((text) => {
    size += text.length + 2;
    return size > maxCharacters;
  });
  return end === -1 ? texts : texts.slice(0, end);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<', '‹').trim().slice(0, 300);
}

/** The calendar day in a time zone, `YYYY-MM-DD`. */
function dateIn(timezone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now);
}

function weekdayIn(timezone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'long' }).format(now);
}
