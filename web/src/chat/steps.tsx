import type { Message, ToolCall } from '@inlay/client';
import { Collapse, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { StepView } from './step-view.tsx';

interface StepsProps {
  readonly steps: readonly Message[];
  readonly isWorking: boolean;
}

/** How an answer was found: one line, which expands to all steps. */
export function Steps({ steps, isWorking }: StepsProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  // Steps contain tables of rows and are rarely opened.
  const [wasOpened, setWasOpened] = useState(false);
  const id = useId();
  const last = steps.at(-1);
  return (
    <div className={classes['steps']}>
      <UnstyledButton
        className={classes['stepsToggle']}
        onClick={() => {
          setWasOpened(true);
          toggle();
        }}
        aria-expanded={isOpen}
        aria-controls={id}
      >
        <Group gap={6} wrap="nowrap">
          {isWorking ? (
            <Loader size={12} aria-hidden />
          ) : (
            <IconChevronRight
              size={14}
              className={classes['chevron']}
              data-open={isOpen || undefined}
              aria-hidden
            />
          )}
          <Text size="sm" span role={isWorking ? 'status' : undefined}>
            {isWorking && last !== undefined ? activityOf(last) : summaryOf(steps)}
          </Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        {wasOpened ? (
          <Stack component="ol" gap="md" className={classes['stepList']}>
            {steps.map((step) => (
              <li key={step.id}>
                <StepView step={step} />
              </li>
            ))}
          </Stack>
        ) : null}
      </Collapse>
    </div>
  );
}

function activityOf(step: Message): string {
  if (step.toolCall === null) return words().chat.thinking;
  const { tool, title } = step.toolCall;
  if (tool === 'SVC_META') return words().chat.searching;
  return words().chat.running(title);
}

function summaryOf(steps: readonly Message[]): string {
  const count = (tool: ToolCall['tool']) => steps.filter(({ toolCall }) => toolCall?.tool === tool).length;
  const [searches, queries] = [count('SVC_META'), count('SVC_SQL_API')];
  return words().chat.stepsTaken(searches > 0, queries);
}
