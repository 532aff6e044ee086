import { Text } from '@mantine/core';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { later } from '../shared/later.tsx';
import classes from './chat.module.css';

interface AnswerTextProps {
  readonly content: string;
  /** Whether more of it follows. */
  readonly isOpen: boolean;
}

const Markdown = later<{ readonly content: string }>(
  async () => (await import('./markdown.tsx')).Markdown,
  ({ content }) => <Plain content={content} />,
);

/** The agent's text. Markdown is rendered, HTML never. */
export function AnswerText({ content, isOpen }: AnswerTextProps) {
  const plain = <Plain content={content} />;
  return (
    <div className={classes['answer']} data-open={isOpen || undefined}>
      {/[*_`#|~\n]/.test(content) ? (
        <ErrorBoundary fallback={plain}>
          <Markdown content={content} />
        </ErrorBoundary>
      ) : (
        plain
      )}
    </div>
  );
}

function Plain({ content }: { readonly content: string }) {
  return <Text className={classes['plain']}>{content}</Text>;
}
