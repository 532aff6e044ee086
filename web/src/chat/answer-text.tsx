import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import classes from './chat.module.css';

interface AnswerTextProps {
  readonly content: string;
  /** Whether more of it follows. */
  readonly isOpen: boolean;
}

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** The agent's text. Markdown is rendered, HTML never. */
export function AnswerText({ content, isOpen }: AnswerTextProps) {
  const plain = <Text className={classes['plain']}>{content}</Text>;
  return (
    <div className={classes['answer']} data-open={isOpen || undefined}>
      {/[*_`#|~\n]/.test(content) ? (
        <ErrorBoundary fallback={plain}>
          <Suspense fallback={plain}>
            <Markdown content={content} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        plain
      )}
    </div>
  );
}
